// Capturing streams into graphs: what becomes a node, what ends the capture.
#include <cuda_runtime.h>

#include "facts.h"

__global__ void noop_kernel() {}
__global__ void add_kernel(int* p, int n) { *p += n; }
__global__ void double_kernel(int* p) { *p *= 2; }

cudaStream_t s, t, nonblocking;
cudaEvent_t event, outside;
int* d = nullptr;
cudaGraph_t graph = nullptr;

// A capture of `body` in stream s: what the call in it and the end return, as body * 1000 + end.
template <class Body>
int captured(const Body& body, cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  cudaStreamBeginCapture(s, mode);
  const int inside = body();
  graph = nullptr;
  const int end = cudaStreamEndCapture(s, &graph);
  cudaGetLastError();
  if (graph) cudaGraphDestroy(graph);
  return inside * 1000 + end;
}

void refused() {
  void* p = nullptr;
  char host[64] = {};
  FACT(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), 900);
  FACT(cudaStreamEndCapture(s, &graph), 401);
  FACT(captured([&] { return cudaMalloc(&p, 4); }), 900901);
  FACT(captured([&] { return cudaFree(p); }), 900901);
  FACT(captured([&] { return cudaMemcpy(d, host, 4, cudaMemcpyHostToDevice); }), 906901);
  FACT(captured([] { return noop_kernel<<<1, 1>>>(), cudaGetLastError(); }), 906901);
  FACT(captured([] { return noop_kernel<<<1, 1, 0, t>>>(), cudaGetLastError(); }), 0);
  FACT(captured([] { return noop_kernel<<<1, 2000, 0, s>>>(), cudaGetLastError(); }), 1901);
  FACT(captured([] { return cudaStreamSynchronize(s); }), 900901);
  FACT(captured([] { return cudaStreamQuery(s); }), 900901);
  FACT(captured([] { return cudaStreamSynchronize(t); }), 900901);
  FACT(captured([] { return cudaStreamSynchronize(0); }), 906901);
  FACT(captured([] { return cudaDeviceSynchronize(); }), 900901);
  FACT(captured([] { return cudaEventQuery(outside); }), 900901);
  FACT(captured([] { return cudaEventRecord(event, s), cudaEventQuery(event); }), 907901);
  FACT(cudaEventQuery(event), 1);
  FACT(captured([] { return cudaStreamWaitEvent(s, outside, 0); }), 905901);
  FACT(captured([] { return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); }), 401000);
  FACT(captured([&] { return cudaMalloc(&p, 4); }, cudaStreamCaptureModeRelaxed), 0);
  FACT(cudaFree(p), 0);
  FACT(captured([] {
         cudaEventRecord(event, s);
         cudaStreamWaitEvent(t, event, 0);
         noop_kernel<<<1, 1, 0, t>>>();
         return cudaSuccess;
       }),
       904);
  FACT(cudaGraphLaunch(nullptr, s), 1);
  FACT(cudaGraphDestroy(nullptr), 1);
  cudaGetLastError();
}

// (1 + 3) * 2 * 2 in two branches and a join, three times over.
void launched() {
  int h = 1;
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  FACT(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), 0);
  add_kernel<<<1, 1, 0, s>>>(d, 3);
  FACT(cudaEventRecord(event, s), 0);
  FACT(cudaStreamWaitEvent(t, event, 0), 0);
  double_kernel<<<1, 1, 0, t>>>(d);
  FACT(cudaMemsetAsync(d + 1, 0, sizeof(int), s), 0);
  FACT(cudaEventRecord(event, t), 0);
  FACT(cudaStreamWaitEvent(s, event, 0), 0);
  double_kernel<<<1, 1, 0, s>>>(d);
  FACT(cudaStreamEndCapture(s, &graph), 0);
  size_t nodes = 0, roots = 0;
  FACT(cudaGraphGetNodes(graph, nullptr, &nodes), 0);
  FACT(nodes, 4);
  FACT(cudaGraphGetRootNodes(graph, nullptr, &roots), 0);
  FACT(roots, 1);
  cudaGraphExec_t instance;
  FACT(cudaGraphInstantiate(&instance, graph, 0), 0);
  for (int i = 0; i < 3; ++i) FACT(cudaGraphLaunch(instance, s), 0);
  FACT(cudaStreamSynchronize(s), 0);
  FACT(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost), 0);
  FACT(h, ((1 + 3) * 4 + 3) * 16 + 3 * 4);
  FACT(cudaGraphExecDestroy(instance), 0);
  FACT(cudaGraphDestroy(graph), 0);
}

void built() {
  cudaGraphNode_t first, second;
  FACT(cudaGraphCreate(&graph, 0), 0);
  int three = 3, h = 0;
  void* arguments[] = {&d, &three};
  cudaMemsetParams zero = {};
  zero.dst = d;
  zero.elementSize = 4;
  zero.width = 1;
  zero.height = 1;
  FACT(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &zero), 0);
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(add_kernel);
  kernel.gridDim = kernel.blockDim = 1;
  kernel.kernelParams = arguments;
  FACT(cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel), 0);
  FACT(cudaGraphAddMemcpyNode1D(&first, graph, &second, 1, &h, d, 4, cudaMemcpyDeviceToHost), 0);
  cudaGraphExec_t instance;
  FACT(cudaGraphInstantiate(&instance, graph, 0), 0);
  FACT(cudaGraphLaunch(instance, 0), 0);
  FACT(cudaDeviceSynchronize(), 0);
  FACT(h, 3);
  FACT(cudaGraphExecDestroy(instance), 0);
  FACT(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1), 0);
  FACT(cudaGraphInstantiate(&instance, graph, 0), 1);  // a circle
  FACT(cudaGraphDestroy(graph), 0);
}

int main() {
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&nonblocking, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaEventCreate(&outside);
  cudaEventRecord(outside, t);
  cudaMalloc(&d, 2 * sizeof(int));
  refused();
  launched();
  built();
  return facts_end();
}
