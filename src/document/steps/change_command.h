#pragma once

#include <functional>
#include <utility>

#include <QString>
#include <QUndoCommand>

namespace regard {

/// A step that one call does and another undoes, from and to whole states.
class ChangeCommand : public QUndoCommand {
public:
    ChangeCommand(const QString &text, std::function<void()> change, std::function<void()> changeBack)
        : QUndoCommand(text), m_change(std::move(change)), m_changeBack(std::move(changeBack))
    {
    }

    void undo() override { m_changeBack(); }
    void redo() override { m_change(); }

private:
    std::function<void()> m_change;
    std::function<void()> m_changeBack;
};

} // namespace regard
