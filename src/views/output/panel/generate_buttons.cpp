#include "views/output/panel/generate_buttons.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "document/document.h"
#include "views/output/generation.h"

namespace regard {

GenerateButtons::GenerateButtons(Document *document, Generation *generation, QWidget *parent)
    : QWidget(parent), m_generation(generation), m_generate(new QPushButton(this)),
      m_step(new QPushButton(tr("Step"), this))
{
    m_generate->setObjectName(QStringLiteral("primary"));
    m_step->setObjectName(QStringLiteral("stepButton"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_generate);
    row->addWidget(m_step);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_generate, &QPushButton::clicked, generation, [generation] {
        if (generation->isRunning())
            generation->pause();
        else
            generation->start();
    });
    connect(m_step, &QPushButton::clicked, generation, &Generation::step);
    connect(generation, &Generation::runningChanged, this, &GenerateButtons::follow);
    connect(document, &Document::loaded, this, &GenerateButtons::follow);
    connect(document, &Document::shownChanged, this, &GenerateButtons::follow);
    connect(document, &Document::inputErrorChanged, this, &GenerateButtons::follow);
    connect(&document->matrices(), &Matrices::modelChanged, this, &GenerateButtons::follow);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &GenerateButtons::follow);
    connect(&document->sentences(), &Sentences::targetChanged, this, &GenerateButtons::follow);
    follow();
}

void GenerateButtons::follow()
{
    const bool isRunning = m_generation->isRunning();
    const QString problem = m_generation->problem();
    m_generate->setText(isRunning ? tr("Pause") : tr("Generate"));
    m_generate->setEnabled(isRunning || problem.isEmpty());
    m_step->setEnabled(!isRunning && problem.isEmpty());
    m_generate->setToolTip(problem.isEmpty() ? tr("Feeds the output back, word by word, until the end token or the "
                                                  "limit; each word can be undone")
                                             : problem);
    m_step->setToolTip(problem.isEmpty() ? tr("Adds one word") : problem);
}

} // namespace regard
