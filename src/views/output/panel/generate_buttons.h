#pragma once

#include <QWidget>

class QPushButton;

namespace regard {

class Document;
class Generation;

/// "Generate" and "Step" of one generation. Where no word can be added, they say why.
class GenerateButtons : public QWidget {
    Q_OBJECT
public:
    GenerateButtons(Document *document, Generation *generation, QWidget *parent);

private:
    void follow();

    Generation *m_generation;
    QPushButton *m_generate;
    QPushButton *m_step;
};

} // namespace regard
