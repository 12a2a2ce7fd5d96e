#include "views/lesson/panel/lesson_control.h"

#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "document/document.h"
#include "views/model/panel/model_panel.h"
#include "views/output/generation.h"
#include "views/output/panel/generate_buttons.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/why/cell_try.h"
#include "views/why/panel/cell_field.h"

namespace regard {

namespace {

/// A field's text, below it, where the field is too narrow for it.
class CutText : public QLabel {
public:
    CutText(QLineEdit *field, QWidget *parent) : QLabel(parent), m_field(field)
    {
        setObjectName(QStringLiteral("muted"));
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
        hide();
        field->installEventFilter(this);
        connect(field, &QLineEdit::textChanged, this, &CutText::follow);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::Hide)
            QTimer::singleShot(0, this, &CutText::follow); // once its margins are those of its new width
        return false;
    }

private:
    void follow()
    {
        constexpr int aroundText = 12;
        const QMargins margins = m_field->textMargins();
        const int room = m_field->width() - margins.left() - margins.right() - aroundText;
        setText(m_field->text());
        setVisible(!m_field->isHidden() && m_field->fontMetrics().horizontalAdvance(m_field->text()) > room);
    }

    QLineEdit *m_field;
};

/// The rows of the model's form, made by a form of their own that is not seen. Both share one switch of d_k.
void addModelRow(QWidget *host, LessonControl control, Document *document, AppTheme *theme, ModelPanel *model)
{
    auto *form = new ModelPanel(document, theme, host); // goes before its rows, which it lets go of
    form->hide();
    if (model) {
        form->setKeepModelWidth(model->keepModelWidth());
        QObject::connect(form, &ModelPanel::keepModelWidthChanged, model, &ModelPanel::setKeepModelWidth);
        QObject::connect(model, &ModelPanel::keepModelWidthChanged, form, &ModelPanel::setKeepModelWidth);
    }
    host->layout()->addWidget(form->takeRows(control));
}

/// The cell in view: another one that is chosen takes its place.
void addCell(QWidget *host, Document *document, AppTheme *theme)
{
    auto *name = new QLabel(host);
    name->setTextFormat(Qt::RichText);
    auto *field = new CellField(host);
    auto *row = new QHBoxLayout;
    row->addWidget(name);
    row->addWidget(field);
    row->addStretch();
    static_cast<QVBoxLayout *>(host->layout())->addLayout(row);
    const auto follow = [document, theme, host, name, field] {
        const CellRef &cell = document->look().cell();
        const Weight matrix = document->matrices().matrix(cell.matrix);
        host->setVisible(bool(matrix));
        if (!matrix)
            return;
        const QString said = cellName(*document, cell);
        name->setText(cellNameHtml(said));
        field->setName(said);
        field->setScale(theme->scale());
        field->setValue(double(matrix(cell.row, cell.column)));
    };
    QObject::connect(field, &CellField::asked, document, [document](double value) {
        const CellRef cell = document->look().cell();
        document->matrices().editCell(cell.matrix, cell.row, cell.column, float(value));
    });
    QObject::connect(&document->look(), &Look::cellChanged, field, follow);
    QObject::connect(&document->matrices(), &Matrices::modelChanged, field, follow);
    QObject::connect(theme, &AppTheme::changed, field, follow);
    follow();
}

} // namespace

QWidget *newLessonControl(LessonControl control, Document *document, AppTheme *theme, const LessonControlParts &parts,
                          QWidget *parent)
{
    auto *host = new QWidget(parent);
    auto *column = new QVBoxLayout(host);
    column->setContentsMargins(0, 0, 0, 0);
    if (control == LessonControl::Sentence) {
        auto *bar = new SentenceBar(document, theme, host);
        for (QShortcut *key : bar->findChildren<QShortcut *>())
            key->setEnabled(false); // the window's own sentence has it
        column->addWidget(bar);
        for (QLineEdit *field : {bar->field(), bar->targetField()})
            column->addWidget(new CutText(field, host));
    } else if (control == LessonControl::Generate) {
        column->addWidget(
            new GenerateButtons(document, parts.generation ? parts.generation : new Generation(document, host), host));
    } else if (control == LessonControl::Cell) {
        addCell(host, document, theme);
    } else {
        addModelRow(host, control, document, theme, parts.model);
    }
    if (control != LessonControl::Cell) // which is there where a cell is in view
        host->show();
    return host;
}

} // namespace regard
