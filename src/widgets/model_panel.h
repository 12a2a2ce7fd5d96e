#pragma once

#include <functional>
#include <memory>

#include <QElapsedTimer>

#include "engine/model.h"
#include "widgets/panel.h"

class QComboBox;
class QSpinBox;

namespace Ui {
class ModelPanel;
}

namespace regard {

class AppTheme;
class Document;

/// Sizes and rules of the model, applied as soon as a field is left or stepped. What the model refuses stands as a
/// sentence beneath the fields, and the field goes back to what is.
class ModelPanel : public Panel {
    Q_OBJECT
public:
    ModelPanel(Document *document, AppTheme *theme, QWidget *parent);
    ~ModelPanel() override;

    /// "d key = d model / heads": another number of heads splits the same columns anew.
    bool keepModelWidth() const;
    /// Takes effect with the next change of heads or d model; a click on the switch applies it at once.
    void setKeepModelWidth(bool keep);

signals:
    void keepModelWidthChanged(bool keep);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Change = std::function<void(ModelConfig &)>;

    void connectSizes();
    void connectRules();
    void connectDrawing();
    void readDocument();
    void readSizes(const ModelConfig &config);
    void updateSwitch();
    /// field tells changes of one field from those of another: quick ones of the same field are one undo step.
    void change(const QObject *field, const QString &text, const Change &edit, HeadSplit split = HeadSplit::KeepHeads);
    void changeHeads(int heads);
    void changeModelWidth(int dModel);
    void switchClicked(bool keep);
    void takeSeed();
    void refuse(const QString &sentence);

    Document *m_document;
    std::unique_ptr<Ui::ModelPanel> m_ui;
    const QObject *m_lastField = nullptr;
    QElapsedTimer m_sinceChange;
    int m_mergeKey = -1;
};

} // namespace regard
