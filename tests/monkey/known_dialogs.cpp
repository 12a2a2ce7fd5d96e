#include "known_dialogs.h"

#include <array>

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

enum class Kind { File, Message, Own };

struct Known {
    const char *context; ///< of the texts' translation
    const char *title;   ///< empty: that of the dialog that it belongs to
    Kind kind;
    const char *text = ""; ///< what a message says, besides names in it; empty: anything
    const char *name = ""; ///< after the title, where others have the same
};

/// The first one that fits a dialog is its own. "Open example" is left out: what comes with the program opens unless
/// memory is short.
constexpr std::array known{
    Known{"QFileDialog", "", Kind::Message, "%1 already exists.\nDo you want to replace it?", "file exists"},
    Known{"SaveQuestions", "Unsaved changes", Kind::Message},
    Known{"regard::ProjectFiles", "Open project", Kind::File},
    Known{"regard::ProjectFiles", "Open project", Kind::Message},
    Known{"regard::ProjectFiles", "Open model folder", Kind::File},
    Known{"regard::ProjectFiles", "Open model folder", Kind::Message},
    Known{"regard::ProjectFiles", "File to learn from", Kind::File},
    Known{"regard::ProjectFiles", "Save project", Kind::File},
    Known{"SaveQuestions", "Save project", Kind::Message,
          "“%1” was changed by another program since it was opened here.", "changed elsewhere"},
    Known{"SaveQuestions", "Save project", Kind::Message, "", "not saved"},
    Known{"regard::ProjectFiles", "Folder for the projects", Kind::File},
    Known{"SaveModel", "Save as a model folder", Kind::File},
    Known{"SaveModel", "Save as a model folder", Kind::Message},
    Known{"regard::ListActions", "Export list", Kind::File},
    Known{"regard::ListActions", "Export list", Kind::Message},
    Known{"regard::ModelFolders", "Pin from folder", Kind::File},
    Known{"regard::ModelFolders", "Pin from folder", Kind::Message},
    Known{"regard::ModelFolders", "Pin from file", Kind::File},
    Known{"regard::ModelFolders", "Pin from file", Kind::Message},
    Known{"OutsideConsent", "Files elsewhere", Kind::Message},
    Known{"regard::LessonDesk", "Open lesson", Kind::File},
    Known{"regard::LessonDesk", "Open lesson", Kind::Message},
    Known{"regard::LessonDesk", "Unsaved lesson", Kind::Message},
    Known{"regard::LessonDesk", "Save lesson", Kind::File},
    Known{"regard::LessonDesk", "Save lesson", Kind::Message},
    Known{"regard::GuideDialog", "Guide", Kind::Own},
    Known{"regard::GuideDialog", "About Regard", Kind::Message},
    Known{"regard::ExportFigureDialog", "Export figure", Kind::Own},
    Known{"regard::ExportFigureDialog", "Export figure", Kind::File},
    Known{"regard::ExportFigureDialog", "Export figure", Kind::Message, "%1 already exists. Do you want to replace it?",
          "caption exists"},
    Known{"regard::WalkExportDialog", "Export walk", Kind::Own},
    Known{"regard::WalkExportDialog", "Export walk", Kind::File},
    Known{"regard::WalkExportDialog", "Export walk", Kind::Message},
    Known{"regard::SaveDialog", "", Kind::Message, "%1 already exists. Do you want to replace it?",
          "completed file exists"},
    Known{"regard::FigureExport", "Export numbers", Kind::File},
    Known{"regard::FigureExport", "Export numbers", Kind::Message},
    Known{"regard::FigureExport", "Save the curve", Kind::File},
    Known{"regard::OpenModelDialog", "Open model", Kind::Own},
    Known{"regard::RecoveryDialog", "Unsaved work", Kind::Own},
    Known{"SizeQuestion", "Other sizes", Kind::Message},
    Known{"regard::VocabularyDialog", "Vocabulary", Kind::Own},
};

QString knownDialogsNameOf(const Known &each)
{
    QString name = QString::fromLatin1(each.title);
    if (*each.name != '\0')
        name += (name.isEmpty() ? QString() : u", "_s) + QString::fromLatin1(each.name);
    return each.kind == Kind::File ? name + u" (files)"_s : each.kind == Kind::Message ? name + u" (message)"_s : name;
}

Kind kindOf(const QWidget *dialog)
{
    return qobject_cast<const QFileDialog *>(dialog)   ? Kind::File
           : qobject_cast<const QMessageBox *>(dialog) ? Kind::Message
                                                       : Kind::Own;
}

/// Whether a message is that text, with something in the place of %1.
bool says(const QWidget *dialog, const Known &each)
{
    const auto *message = qobject_cast<const QMessageBox *>(dialog);
    if (!message || *each.text == '\0')
        return true;
    const QString said = message->text();
    const QStringList parts = QCoreApplication::translate(each.context, each.text).split(u"%1"_s);
    return said.size() > parts.join(QString()).size() && said.startsWith(parts.first()) && said.endsWith(parts.last());
}

} // namespace

QStringList knownDialogs()
{
    QStringList names;
    for (const Known &each : known)
        names << knownDialogsNameOf(each);
    return names;
}

QString nameOfDialog(const QWidget *dialog)
{
    const QString title = dialog->windowTitle().remove(u'&');
    for (const Known &each : known)
        if (kindOf(dialog) == each.kind && says(dialog, each) &&
            (*each.title == '\0' || title == QCoreApplication::translate(each.context, each.title).remove(u'&')))
            return knownDialogsNameOf(each);
    return QString::fromLatin1(dialog->metaObject()->className());
}

} // namespace regard::monkey
