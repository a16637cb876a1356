#include "kernel.h"

#include "../checker/hooks.h"
#include "driver_types.h"

namespace warpup::runtime {
namespace {

class KernelWork final : public Work {
 public:
  KernelWork(KernelInfo& info, const LaunchConfig& config, std::unique_ptr<BoundKernel> bound)
      : info_(info), config_(config), bound_(std::move(bound)) {}
  void queued(check::Op* op) override { check::op_launches(op, info_); }
  int run(check::Op* op) override { return run_grid(info_, config_, *bound_, op); }
  int node_type() const override { return cudaGraphNodeTypeKernel; }

 private:
  KernelInfo& info_;
  LaunchConfig config_;
  std::unique_ptr<BoundKernel> bound_;
};

}  // namespace

std::shared_ptr<Work> kernel_work(KernelInfo& info, const LaunchConfig& config,
                                  std::unique_ptr<BoundKernel> bound) {
  return std::make_shared<KernelWork>(info, config, std::move(bound));
}

}  // namespace warpup::runtime
