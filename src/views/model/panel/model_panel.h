#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "controls/panel.h"
#include "engine/model/model.h"
#include "io/lesson/lesson_mode.h"
#include "views/model/feed_forward_memory.h"

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace Ui {
class ModelPanel;
}

namespace regard {

class AppTheme;
class Document;
class WidthOffers;
struct BrokenRule;

/// Sizes and rules of the model, applied as soon as a field is left or stepped. What the model refuses is shown as a
/// sentence below the fields, and the field returns to the present value.
///
/// Layers, heads, d_ff and mask are those of the stack that reads the source: the encoder, or a decoder alone. The
/// decoder's own fields exist only beside an encoder.
class ModelPanel : public Panel {
    Q_OBJECT
public:
    ModelPanel(Document *document, AppTheme *theme, QWidget *parent);
    ~ModelPanel() override;

    /// The sentence of a refusal that is shown, as the panel in another language says it; null: none is shown.
    using Said = std::function<QString(const ModelPanel &panel)>;
    Said said() const;
    void showSaid(const Said &said) { refuse(said); }

    /// "d_k = d_model / heads": another number of heads splits the same columns anew.
    bool keepModelWidth() const;
    /// Takes effect with the next change of heads or d_model; a click on the switch applies it at once.
    void setKeepModelWidth(bool keep);

    /// The rows of one control alone, for a lesson's page; what is refused is said below them. The caller shows them
    /// beside this panel, which follows the document for them and is not shown itself. Null: it is none of the model's.
    QWidget *takeRows(LessonControl control);

signals:
    void keepModelWidthChanged(bool keep);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Change = std::function<void(ModelConfig &)>;

    void connectSizes();
    void connectAttention();
    void connectSublayers();
    void connectDrawing();
    void connectMessage();
    /// The text of the undo step has %1 for the number.
    void bindNumber(QSpinBox *box, const QString &text, const std::function<void(ModelConfig &, int)> &apply);
    template <typename Value>
    void bindChoice(QComboBox *box, const QString &text, Value ModelConfig::*member);
    void bindSwitch(QCheckBox *box, const QString &on, const QString &off, bool ModelConfig::*member);
    void bindFeedForward(QCheckBox *box, bool ofDecoder);

    void followModel();
    void readDocument();
    void readSizes(const ModelConfig &config);
    void readRules(const ModelConfig &config);
    void readUsed(const ModelConfig &config);
    void readTable(const Model &model);
    std::vector<QWidget *> rowsOf(LessonControl control) const;
    void nameFields(bool twoStacks);
    bool sharesModelWidth() const; ///< d_k and d_v are d_model / heads
    void updateSwitch();
    /// `field` distinguishes the changes of one field from those of another: quick ones of the same field are one undo
    /// step.
    void change(const QObject *field, const QString &text, const Change &edit, HeadSplit split = HeadSplit::KeepHeads);
    /// Runs a change of the document to that configuration; a refusal becomes the message. With the text of its undo
    /// step, what would make it fit is offered.
    void attempt(const ModelConfig &wanted, const std::function<void()> &run, const QString &text = {});
    /// Says a refusal in the words of the panel.
    QString refusal(const BrokenRule &broken, const ModelConfig &wanted) const;
    void changeArchitecture(Architecture architecture);
    void changeLayers(QSpinBox *field, bool ofDecoder, int layers);
    void changeHeads(int heads);
    void changeModelWidth(int dModel);
    void switchClicked(bool keep);
    void takeSeed();
    void takeEpsilon();
    /// `again` says the same in another language, where the panel of that has the words.
    void refuse(const QString &sentence, const Said &again);
    void refuse(const Said &say) { refuse(say(*this), say); }
    const ModelConfig &config() const;

    Document *m_document;
    std::unique_ptr<Ui::ModelPanel> m_ui;
    WidthOffers *m_widths; ///< seen no longer than the message
    FeedForwardMemory m_feedForwards;
    std::optional<ModelConfig> m_shownConfig;       ///< what the fields say
    std::shared_ptr<const TokenTable> m_shownTable; ///< what the fields say
    const QObject *m_lastField = nullptr;
    qint64 m_changedAt = 0; ///< by the document's clock, ms
    int m_mergeKey = -1;
    Said m_said;             ///< of the message
    QString m_modelWidthTip; ///< where it can be changed
    std::optional<LessonControl> m_only;
};

} // namespace regard
