#pragma once

#include <vector>

#include <QComboBox>

#include "document/look/selection.h"

namespace regard {

class Document;

/// Which part of a recurrent model's weights is in view: its attention, a chain of cells, the first state, or what the
/// output layer reads. Hidden where no stack is recurrent.
class RecurrentPartBox : public QComboBox {
    Q_OBJECT
public:
    RecurrentPartBox(Document *document, QWidget *parent);

private:
    struct Choice {
        Part part = Part::Attention;
        CellPlace chain{};
        QString name;

        bool operator==(const Choice &) const = default;
    };
    std::vector<Choice> choices() const;
    void read();

    Document *m_document;
    std::vector<Choice> m_choices;
};

} // namespace regard
