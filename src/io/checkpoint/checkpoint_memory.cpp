#include "io/checkpoint/checkpoint_memory.h"

#include "engine/base/available_memory.h"
#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

void requireMemory(double needed, std::optional<double> available, const std::string &file)
{
    if (available && needed > *available)
        throw FileError(file, Message::tr("its weights need %1 of memory, but only %2 are free; close other "
                                          "programs or take a smaller model",
                                          {bytesText(needed), bytesText(*available)}));
}

} // namespace regard
