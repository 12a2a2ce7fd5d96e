#include "draw/left_out.h"

#include <utility>

namespace regard {

namespace {

thread_local LeftOut *leftOutCounter = nullptr;

} // namespace

LeftOut::LeftOut() : m_outer(std::exchange(leftOutCounter, this)) {}

LeftOut::~LeftOut()
{
    leftOutCounter = m_outer;
}

void LeftOut::notePart(const QString &what)
{
    if (leftOutCounter)
        leftOutCounter->m_parts << what;
}

void LeftOut::noteName()
{
    if (leftOutCounter)
        ++leftOutCounter->m_names;
}

} // namespace regard
