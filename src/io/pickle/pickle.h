#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "io/pickle/byte_source.h"

namespace regard {

/// A place in Pickle::values.
using PickleRef = std::uint32_t;

/// What a pickle may refer to by a name. A storage's class is a PickleNumbers.
enum class PickleFunction { OrderedDict, RebuildTensor, RebuildParameter };

/// The kind of numbers of a storage, as its class has it.
struct PickleNumbers {
    const char *storageClass; ///< `FloatStorage`
    const char *dtype;        ///< as safetensors files spell it: `F32`
    std::size_t bytes;        ///< of a number
};

struct PickleTuple {
    std::vector<PickleRef> items;
};

struct PickleList {
    std::vector<PickleRef> items;
};

struct PickleDict {
    std::vector<std::pair<PickleRef, PickleRef>> items; ///< keys and values
};

struct PickleStorage {
    const PickleNumbers *numbers = nullptr;
    PickleRef key = 0; ///< its name in the file, a text of at most 256 bytes
    std::uint64_t count = 0;
};

struct PickleTensor {
    PickleRef storage = 0;
    std::uint64_t offset = 0; ///< of its first number in the storage
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> strides; ///< in numbers, as many as sizes
};

/// The first is None.
using PickleValue = std::variant<std::monostate, bool, std::int64_t, std::string, PickleTuple, PickleList, PickleDict,
                                 PickleFunction, const PickleNumbers *, PickleStorage, PickleTensor>;

/// One pickle: every value in it, each of which is there once. A value may contain itself.
struct Pickle {
    std::vector<PickleValue> values;
    PickleRef root = 0;
    std::uint64_t end = 0; ///< bytes from the start of the file
};

/// Reads the pickle that begins at byte `begin` and lies before `end`, by the instructions that torch.save writes
/// (protocol 2). Nothing is executed: of all names that a pickle may refer to, OrderedDict, _rebuild_tensor_v2,
/// _rebuild_parameter and the ten storages are known, and what they mean is done here. Allocates in proportion to the
/// pickle's own bytes. Throws FileError: any other name or instruction, a pickle that is damaged, cut, larger than 32
/// MiB or of more than a million values.
/// https://github.com/python/cpython/blob/main/Lib/pickletools.py
Pickle readPickle(const ByteSource &file, std::uint64_t begin, std::uint64_t end);

} // namespace regard
