#include "io/checkpoint/head_fault.h"

#include "engine/base/message.h"

namespace regard {

std::string headFaultText(const HeadFault &fault)
{
    switch (fault.kind) {
    case HeadFault::Kind::None:
        break;
    case HeadFault::Kind::Missing:
        return Message::tr("the files have no tensor %1", {fault.tensor});
    case HeadFault::Kind::Size:
        return Message::tr("the tensor %1 is %2, but the model needs %3", {fault.tensor, fault.given, fault.needed});
    case HeadFault::Kind::Numbers:
        return Message::tr("the tensor %1 has the dtype %2; weights are read from F64, F32, F16 and BF16",
                           {fault.tensor, fault.given});
    }
    return {};
}

} // namespace regard
