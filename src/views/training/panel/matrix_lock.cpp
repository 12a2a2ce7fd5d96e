#include "views/training/panel/matrix_lock.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include "controls/chip.h"
#include "document/document.h"
#include "document/matrices/matrix_names.h"
#include "engine/model/weight_shapes.h"
#include "training/base/parameters.h"

namespace regard {

namespace {

constexpr int matrixLockGap = 4;

}

MatrixLock::MatrixLock(Document *document, QWidget *parent)
    : QWidget(parent), m_document(document),
      m_lock(newSwitchChip(tr("Lock"), tr("Keep this matrix as it is while the model learns"),
                           tr("Locked, the matrix stays as it is while the others learn"), this)),
      m_alone(newChip(tr("Alone"), tr("Train only this matrix"),
                      tr("Locks every other matrix; unlock a second one to let two learn"), this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(matrixLockGap);
    row->addWidget(m_lock);
    row->addWidget(m_alone);
    connect(m_lock, &QToolButton::toggled, this,
            [this](bool isLocked) { m_document->training().setLocked(m_parameter, isLocked); });
    connect(m_alone, &QToolButton::clicked, this, &MatrixLock::lockOthers);
    connect(&document->training(), &Training::stateChanged, this, &MatrixLock::refresh);
    connect(document, &Document::loaded, this, &MatrixLock::refresh);
    refresh();
}

void MatrixLock::setMatrix(const std::string &name)
{
    m_parameter = isEmbedding(name) ? embeddingParameter : name;
    refresh();
}

/// Lists the parameters that the model has now.
std::vector<std::string> MatrixLock::parameters() const
{
    std::vector<std::string> names{embeddingParameter};
    for (const WeightShape &shape : weightShapes(m_document->matrices().model()->config))
        if (shape.active)
            names.push_back(shape.name);
    return names;
}

void MatrixLock::lockOthers()
{
    TrainingOptions options = m_document->training().state().options;
    const std::vector<std::string> all = parameters();
    options.adam.locked = {all.begin(), all.end()};
    options.adam.locked.erase(m_parameter);
    m_document->training().setOptions(options);
}

void MatrixLock::refresh()
{
    const Training &training = m_document->training();
    setVisible(training.task() && !m_parameter.empty());
    const bool isLocked = training.isLocked(m_parameter);
    const QSignalBlocker quiet(m_lock);
    m_lock->setChecked(isLocked);
    m_lock->setText(isLocked ? tr("Locked") : tr("Lock"));
}

} // namespace regard
