#pragma once

#include <vector>

#include <QWidget>

#include "document/document.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace regard {

/// Cuts the link in focus in some layers of the attention in view, in all heads or the selected one.
class AblationCut : public QWidget {
    Q_OBJECT
public:
    AblationCut(Document *document, QWidget *parent);

    QSpinBox *first() const { return m_first; }
    QSpinBox *last() const { return m_last; }
    QCheckBox *allHeads() const { return m_allHeads; }
    QPushButton *button() const { return m_button; }

private:
    std::vector<LinkRef> links() const;
    void refresh();
    void cut();

    Document *m_document;
    QLabel *m_link;
    QSpinBox *m_first;
    QSpinBox *m_last;
    QCheckBox *m_allHeads;
    QPushButton *m_button;
    Attention m_attention = Attention::Encoder; ///< that the layers are of
    int m_layers = 0;
};

} // namespace regard
