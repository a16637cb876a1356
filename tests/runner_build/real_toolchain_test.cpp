// The toolchain that this build is configured with, where its parts are built.
#include "catch.hpp"
#include "workshop.h"
