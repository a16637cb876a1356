#!/usr/bin/env bash
# On a machine with a GPU, nvcc and Nsight Compute: runs kernels.cu under ncu and writes expected.tsv,
# one line a kernel and metric. Usage: record.sh [FILE]. The clocks are left as they are.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd -P)
out=${1:-$here/expected.tsv}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Our name of a count, and ncu's.
metrics='
global_load_requests     l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
global_load_sectors      l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
global_store_requests    l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
global_store_sectors     l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
global_atom_requests     l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum
global_atom_sectors      l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum
global_red_requests      l1tex__t_requests_pipe_lsu_mem_global_op_red.sum
global_red_sectors       l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum
shared_load_requests     smsp__sass_inst_executed_op_shared_ld.sum
shared_store_requests    smsp__sass_inst_executed_op_shared_st.sum
shared_load_wavefronts   l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
shared_store_wavefronts  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
shared_load_conflicts    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
shared_store_conflicts   l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
shared_atom_wavefronts   l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum
shared_atom_requests     smsp__inst_executed_op_shared_atom.sum
shared_atom_conflicts    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum
'

# A chip lacks some of them; the names that ncu does not list are left out.
known() {
  ncu --query-metrics "$@" 2>/dev/null | awk '{ print $1 }' | sort -u
}

nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
"$nvcc" -std=c++17 -O3 -lineinfo -arch=native "$here/kernels.cu" -o "$work/kernels"
known >"$work/known"
awk -v known="$work/known" '
  BEGIN { while ((getline name < known) > 0) have[name] = 1 }
  NF == 2 { base = $2; sub(/\.sum$/, "", base); if (base in have) print }
' <<<"$metrics" >"$work/metrics"
list=$(awk '{ printf "%s%s", (NR > 1 ? "," : ""), $2 }' "$work/metrics")

ncu --clock-control none --csv --page details --print-units base --print-kernel-base function \
  --metrics "$list" "$work/kernels" >"$work/ncu.csv" || { cat "$work/ncu.csv" >&2; exit 1; }

gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
{
  printf '# Recorded on an %s, CUDA %s, by record.sh.\n' "$gpu" \
    "$("$nvcc" --version | sed -n 's/.*release \([^,]*\).*/\1/p')"
  printf '# kernel\tmetric\tvalue\n'
  awk -v names="$work/metrics" '
    BEGIN { while ((getline line < names) > 0) { split(line, f, " "); ours[f[2]] = f[1] } }
    /^"ID"/ { n = split($0, head, "\",\""); for (i = 1; i <= n; ++i) {
      gsub(/"/, "", head[i]); column[head[i]] = i } next }
    /^"[0-9]/ {
      split($0, f, "\",\"")
      kernel = f[column["Kernel Name"]]; sub(/\(.*/, "", kernel)
      value = f[column["Metric Value"]]; gsub(/[",]/, "", value)
      if (value != "n/a" && value + 0 != 0) {
        printf "%s\t%s\t%d\n", kernel, ours[f[column["Metric Name"]]], value
      }
    }' "$work/ncu.csv"
} >"$out"
