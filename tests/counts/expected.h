// Counts by kernel and metric: a GPU's from a file, the checker's from its profile.
#pragma once

#include <map>
#include <string>

using Counts = std::map<std::string, std::map<std::string, long long>>;  // [kernel][metric]

/// Lines of "kernel<tab>metric<tab>value"; `#` begins a comment. A count that is not there is 0.
Counts read_counts(const std::string& file);

/// Runs the check build with a profile and adds up its lines under the names of the file.
Counts profile_counts(const std::string& program);
