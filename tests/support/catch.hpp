// Catch2 of either version: tests include "catch.hpp" and nothing else of it.
#pragma once

#ifdef WARPUP_CATCH2_V3
#include <catch2/catch_all.hpp>
using Catch::Approx;
namespace Catch {
using namespace Matchers;
}
#else
#include <catch2/catch.hpp>
#endif
