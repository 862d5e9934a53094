// Forces one of the instruction sets that this machine can run. The list of them depends on compiler flags: files that
// include this need those of the wide passes (see CMakeLists.txt).
#pragma once

#include <hwy/targets.h>

#include <cstdint>

namespace meniscus {

// Highway's choice of instruction set, put back at the end.
class InstructionSet {
  public:
    explicit InstructionSet(int64_t target) { choose(target); }
    ~InstructionSet() { choose(0); }
    InstructionSet(const InstructionSet&) = delete;
    InstructionSet& operator=(const InstructionSet&) = delete;

  private:
    static void choose(int64_t targets) {
        hwy::SetSupportedTargetsForTest(targets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

}  // namespace meniscus
