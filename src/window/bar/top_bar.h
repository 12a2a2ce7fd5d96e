#pragma once

#include <vector>

#include <QWidget>

#include "window/regions/modes.h"
#include "words/panel_word.h"

class QAction;
class QGridLayout;
class QHBoxLayout;
class QMenu;
class QPushButton;

namespace Ui {
class MainWindow;
}

namespace regard {

class Document;
class ModeSwitch;
class SentenceBar;

/// The bar at the top of the window: opening, the four modes, the sentence, comparing, further panels, presenting, and
/// a button with every menu. Where it gets narrow, Present and Compare become icons, then the modes become one button
/// with a menu; with large type Open and More become icons too, and the sentence goes to a line of its own.
class TopBar : public QWidget {
    Q_OBJECT
public:
    TopBar(Document *document, SentenceBar *sentence, Ui::MainWindow *ui, QAction *undo, QAction *redo,
           QWidget *parent);

    /// Shows which mode is present.
    void setMode(Mode mode);

    QSize minimumSizeHint() const override;

signals:
    void modeAsked(Mode mode); ///< also the present one
    void panelAsked(PanelId panel, bool inOwnWindow);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    /// Steps by which the bar folds as it gets narrow, in their order; each has what those before have.
    enum class Fold { None, Icons, ModeMenu, MoreIcons, OwnLine };
    struct Piece {
        QPushButton *button;
        QString text;
        QString icon;
        Fold folds; ///< from there on it has the icon
    };

    QHBoxLayout *addGroup(int column);
    QPushButton *addButton(const char *name, const QString &text, const QString &icon, Fold folds);
    void addOpen(Ui::MainWindow *ui);
    void addModes();
    void addCompare(QAction *pin, QAction *pinOpened, QAction *unpin);
    void addMore();
    void addPresent(QAction *present);
    void addMenus(Ui::MainWindow *ui, const std::vector<QAction *> &first);
    int widthAt(Fold fold) const;
    void fold();

    Document *m_document;
    SentenceBar *m_sentence;
    QGridLayout *m_grid;
    QHBoxLayout *m_group = nullptr; ///< that buttons are being added to
    ModeSwitch *m_modes = nullptr;
    QPushButton *m_modeButton = nullptr;
    std::vector<Piece> m_pieces; ///< all buttons but the modes
    Fold m_fold = Fold::None;
};

} // namespace regard
