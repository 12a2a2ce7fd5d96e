// A plugin of Qt's that the program itself is started with (QT_QPA_GENERIC_PLUGINS=regardhands): hands in its window.
// What they are about to do and what was there afterwards goes line by line into the file REGARD_HANDS_LOG, each line
// by one write, so that it is whole however the process ends:
//
//     MICROSECONDS will WORD [STATE]    an edit, a save or an export begins; STATE is what an edit shall lead to
//     MICROSECONDS done WORD [STATE]    it has ended; STATE is what the window shows
//     MICROSECONDS failed save          it has ended without the file
//     MICROSECONDS done refused         a sentence was refused because memory would not do
//
// A STATE is the cell's number, a tab, and the sentence. Microseconds are of the steady clock that all processes share.
//
// REGARD_HANDS_GROUND is what gives way under the program: `memory` (its address space may hardly grow, as under
// ulimit -v, and some sentences are long), or `disk`, which is full for a while now and then (no file may grow beyond a
// few kilobytes; `will full`, `done full`).

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <random>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QGenericPlugin>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

namespace {

constexpr int longestPause = 60;          // milliseconds
constexpr rlim_t spareMemory = 192 << 20; // bytes, beyond what the window has taken
constexpr rlim_t smallFile = 4096;
constexpr int mostWords = 4000; // twice or more of what fits

bool isA(const QObject *object, const char *className)
{
    return QByteArray(object->metaObject()->className()) == className;
}

QString setting(const char *name)
{
    return qEnvironmentVariable(name);
}

/// What both kinds of hands do.
class Hands : public QObject {
protected:
    Hands() : m_random(unsigned(setting("REGARD_HANDS_SEED").toULongLong()))
    {
        m_log = ::open(QFile::encodeName(setting("REGARD_HANDS_LOG")).constData(),
                       O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }

    static QMainWindow *window()
    {
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (auto *found = qobject_cast<QMainWindow *>(widget); found && found->isVisible())
                return found;
        return nullptr;
    }
    static QLineEdit *field() { return window()->findChild<QLineEdit *>(QStringLiteral("field")); }
    static QAbstractItemModel *cells()
    {
        for (const QTableView *table : window()->findChildren<QTableView *>())
            if (table->model() && isA(table->model(), "regard::WeightTableModel"))
                return table->model();
        return nullptr;
    }
    static QString state()
    {
        const QAbstractItemModel *weights = cells();
        return weights->index(0, 0).data(Qt::EditRole).toString() + u'\t' + field()->text();
    }
    static void trigger(const char *action)
    {
        if (auto *found = window()->findChild<QAction *>(QString::fromLatin1(action)))
            found->trigger();
    }

    int below(int count) { return int(m_random() % unsigned(count)); }

    /// While the disk is full no file may grow beyond a few kilobytes.
    static void setLargestFile(rlim_t bytes)
    {
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        limit.rlim_cur = std::min(bytes, limit.rlim_max);
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }

    void tell(const char *moment, const QString &what) const
    {
        timespec now{};
        ::clock_gettime(CLOCK_MONOTONIC, &now);
        const QByteArray line = QByteArray::number(qint64(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000) + ' ' + moment +
                                ' ' + what.toUtf8() + '\n';
        if (::write(m_log, line.constData(), size_t(line.size())) != line.size())
            std::abort();
    }

private:
    std::mt19937 m_random;
    int m_log = -1;
};

/// Edits, saves and exports for as long as the process lives.
class EditingHands : public Hands {
public:
    EditingHands() : m_ground(setting("REGARD_HANDS_GROUND"))
    {
        std::signal(SIGXFSZ, SIG_IGN); // else it ends the program, which a full disk does not
        QTimer::singleShot(1, this, &EditingHands::act);
    }

private:
    void act()
    {
        if (window() && field() && cells()) {
            giveWay();
            const int kind = below(12);
            if (kind < 6)
                typeSentence();
            else if (kind < 9)
                editCell();
            else if (kind < 11)
                save();
            else
                exportPicture();
        }
        QTimer::singleShot(1 + below(longestPause), this, &EditingHands::act);
    }

    void giveWay()
    {
        if (m_ground == QLatin1String("memory")) {
            if (!std::exchange(m_isLimited, true))
                limitMemory();
            tellRefusal();
        } else if (m_ground == QLatin1String("disk") && below(6) == 0) {
            m_isFull = !m_isFull;
            if (m_isFull)
                told("will", QStringLiteral("full"));
            setLargestFile(m_isFull ? smallFile : RLIM_INFINITY);
            if (!m_isFull)
                told("done", QStringLiteral("full"));
        }
    }

    static void limitMemory()
    {
        QFile status(QStringLiteral("/proc/self/statm"));
        if (!status.open(QIODevice::ReadOnly))
            std::abort();
        const rlim_t taken = status.readAll().split(' ').first().toULongLong() * rlim_t(::sysconf(_SC_PAGESIZE));
        rlimit limit{};
        ::getrlimit(RLIMIT_AS, &limit);
        limit.rlim_cur = taken + spareMemory;
        ::setrlimit(RLIMIT_AS, &limit);
    }

    void tellRefusal()
    {
        for (const QLabel *label : window()->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(QStringLiteral("are free;")))
                return told("done", QStringLiteral("refused"));
    }

    /// Also on a full disk.
    void told(const char *moment, const QString &what)
    {
        if (m_isFull)
            setLargestFile(RLIM_INFINITY);
        tell(moment, what);
        if (m_isFull)
            setLargestFile(smallFile);
    }

    void edit(const QString &wanted, const std::function<void()> &change)
    {
        told("will", QStringLiteral("edit ") + wanted);
        change();
        told("done", QStringLiteral("edit ") + state());
    }

    void typeSentence()
    {
        QString sentence = QStringLiteral("the cat 猫 sat %1").arg(++m_count);
        if (m_ground == QLatin1String("memory") && below(3) == 0)
            sentence += QStringLiteral(" word").repeated(below(mostWords));
        edit(state().section(u'\t', 0, 0) + u'\t' + sentence, [&] {
            field()->selectAll();
            QInputMethodEvent typed;
            typed.setCommitString(sentence);
            QApplication::sendEvent(field(), &typed);
        });
    }

    void editCell()
    {
        QAbstractItemModel *weights = cells();
        const QString number = QString::number(++m_count % 997) + QStringLiteral(".25");
        edit(number + u'\t' + field()->text(), [&] { weights->setData(weights->index(0, 0), number); });
    }

    void save()
    {
        told("will", QStringLiteral("save"));
        whileAnswering("actionSave");
        told(window()->isWindowModified() ? "failed" : "done", QStringLiteral("save"));
    }

    void exportPicture()
    {
        const bool isPicture = below(2) == 0;
        const QStringList suffixes =
            isPicture ? QStringList{QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("pdf")}
                      : QStringList{QStringLiteral("json"), QStringLiteral("csv"), QStringLiteral("safetensors")};
        m_exported = QDir(setting("REGARD_HANDS_FOLDER")).filePath(QStringLiteral("out.") + suffixes[below(3)]);
        told("will", QStringLiteral("export"));
        whileAnswering(isPicture ? "actionExportFigure" : "actionExportNumbers");
        told("done", QStringLiteral("export"));
    }

    /// Triggers what may open dialogs.
    void whileAnswering(const char *action)
    {
        m_isAnswering = true;
        QTimer::singleShot(1, this, &EditingHands::answer);
        trigger(action);
        m_isAnswering = false;
    }

    /// Whatever dialog is open now.
    void answer()
    {
        if (!m_isAnswering)
            return;
        QTimer::singleShot(1, this, &EditingHands::answer); // a dialog that opens below waits for it
        QWidget *open = QApplication::activeModalWidget();
        if (auto *question = qobject_cast<QMessageBox *>(open)) {
            if (QAbstractButton *yes = question->button(QMessageBox::Yes))
                yes->click();
            else
                question->accept();
        } else if (auto *files = qobject_cast<QFileDialog *>(open)) {
            files->setOption(QFileDialog::DontConfirmOverwrite); // its own question has no parent to be found by
            files->selectFile(m_exported);
            QMetaObject::invokeMethod(files, "accept");
        } else if (open && isA(open, "regard::ExportFigureDialog")) {
            if (auto *format = open->findChild<QComboBox *>(QStringLiteral("format")))
                format->setCurrentIndex(std::max(0, format->findText(QFileInfo(m_exported).suffix().toUpper())));
            if (auto *buttons = open->findChild<QDialogButtonBox *>(QStringLiteral("buttons")))
                buttons->button(QDialogButtonBox::Save)->click();
        } else if (auto *dialog = qobject_cast<QDialog *>(open)) {
            dialog->reject();
        }
    }

    int m_count = 0;
    bool m_isAnswering = false;
    QString m_exported;
    const QString m_ground;
    bool m_isLimited = false;
    bool m_isFull = false;
};

/// Takes what is offered first, saves it, and quits.
class RecoveringHands : public Hands {
public:
    RecoveringHands() { QTimer::singleShot(1, this, &RecoveringHands::act); }

private:
    static QDialog *offer()
    {
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (isA(widget, "regard::RecoveryDialog") && widget->isVisible())
                return qobject_cast<QDialog *>(widget);
        return nullptr;
    }

    void act()
    {
        if (!window() || !field() || !cells()) {
            QTimer::singleShot(1, this, &RecoveringHands::act);
            return;
        }
        if (QDialog *dialog = offer()) {
            tell("done", QStringLiteral("offer %1").arg(dialog->findChild<QListWidget *>()->count()));
            const QPointer<QDialog> open(dialog);
            dialog->findChild<QPushButton *>(QStringLiteral("recover"))->click();
            if (open && open->isVisible())
                open->findChild<QPushButton *>(QStringLiteral("later"))->click();
            tell("done", QStringLiteral("recover ") + state());
            QTimer::singleShot(1, this, &RecoveringHands::overwrite);
            trigger("actionSave");
            m_isSaved = true;
            tell("done", QStringLiteral("save"));
        } else {
            tell("done", QStringLiteral("offer 0"));
        }
        QTimer::singleShot(1, this, [] { trigger("actionQuit"); });
    }

    /// Where the end came just after a save, what was kept is older than the file, which is asked about.
    void overwrite()
    {
        if (m_isSaved)
            return;
        QTimer::singleShot(1, this, &RecoveringHands::overwrite);
        if (auto *question = qobject_cast<QMessageBox *>(QApplication::activeModalWidget()))
            for (QAbstractButton *button : question->buttons())
                if (button->text() == QStringLiteral("&Overwrite"))
                    return button->click();
    }

    bool m_isSaved = false;
};

class HandsPlugin : public QGenericPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "hands.json")
public:
    QObject *create(const QString &, const QString &) override
    {
        if (setting("REGARD_HANDS") == QStringLiteral("recover"))
            return new RecoveringHands;
        return new EditingHands;
    }
};

} // namespace

#include "hands.moc"
