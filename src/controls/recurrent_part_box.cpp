#include "controls/recurrent_part_box.h"

#include <algorithm>
#include <utility>

#include <QSignalBlocker>

#include "document/document.h"
#include "document/matrices/matrix_label.h"

namespace regard {

RecurrentPartBox::RecurrentPartBox(Document *document, QWidget *parent) : QComboBox(parent), m_document(document)
{
    setObjectName(QStringLiteral("recurrentPart"));
    setAccessibleName(tr("Part of the model"));
    setToolTip(tr("Whose weights are shown"));
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QComboBox::activated, this, [this](int index) {
        Selection selection = m_document->look().selection();
        selection.part = m_choices[std::size_t(index)].part;
        selection.chain = m_choices[std::size_t(index)].chain;
        m_document->look().setSelection(selection);
    });
    connect(document, &Document::loaded, this, &RecurrentPartBox::read);
    connect(&document->matrices(), &Matrices::modelChanged, this, &RecurrentPartBox::read);
    connect(&document->look(), &Look::selectionChanged, this, &RecurrentPartBox::read);
    read();
}

/// None where no stack is recurrent.
std::vector<RecurrentPartBox::Choice> RecurrentPartBox::choices() const
{
    std::vector<Choice> choices;
    const std::shared_ptr<const Model> model = m_document->matrices().model();
    if (!model)
        return choices;
    const ModelConfig &config = model->config;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        for (const CellPlace &place : cellsOf(config, stack))
            choices.push_back({Part::Cells, place, chainLabel(place)});
    if (choices.empty())
        return choices;
    if (!attentionsOf(config).empty())
        choices.insert(choices.begin(), {Part::Attention, {}, tr("attention")});
    if (hasFirstState(config))
        choices.push_back({Part::FirstState, {}, tr("first state")});
    if (combinesContext(config))
        choices.push_back({Part::Combine, {}, tr("state and context")});
    return choices;
}

void RecurrentPartBox::read()
{
    const QSignalBlocker blocker(this);
    if (std::vector<Choice> now = choices(); now != m_choices) {
        m_choices = std::move(now);
        clear();
        for (const Choice &choice : m_choices)
            addItem(choice.name);
    }
    setVisible(!m_choices.empty());
    const Selection &selection = m_document->look().selection();
    const auto shown = std::find_if(m_choices.begin(), m_choices.end(), [&](const Choice &choice) {
        return choice.part == selection.part && (choice.part != Part::Cells || choice.chain == selection.chain);
    });
    setCurrentIndex(shown == m_choices.end() ? -1 : int(shown - m_choices.begin()));
}

} // namespace regard
