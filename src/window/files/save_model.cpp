#include "window/files/save_model.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>

#include "document/document.h"
#include "io/checkpoint/model_folder.h"
#include "io/project/model_saving.h"
#include "window/base/plain_message.h"

namespace regard {

namespace {

struct SaveModelText {
    Q_DECLARE_TR_FUNCTIONS(SaveModel)
};

} // namespace

void saveModelAs(const Document &document, QWidget *window)
{
    if (!document.checkpoint())
        return;
    const QString title = SaveModelText::tr("Save as a model folder");
    QFileDialog dialog(window, title, QDir::homePath());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setOption(QFileDialog::DontConfirmOverwrite); // what is there is never replaced
    dialog.setLabelText(QFileDialog::FileName, SaveModelText::tr("New &folder:"));
    dialog.selectFile(SaveModelText::tr("%1-edited").arg(modelName(document.checkpoint()->folder)));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    try {
        saveModelFolder(document.project(), dialog.selectedFiles().first());
    } catch (const std::exception &error) {
        warn(window, title, QString::fromUtf8(error.what()));
    }
}

} // namespace regard
