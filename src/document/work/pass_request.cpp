#include "document/work/pass_request.h"

#include <new>
#include <utility>

#include "document/work/background_work.h"
#include "document/work/fault.h"
#include "document/work/pass_error_text.h"
#include "engine/base/message.h"
#include "engine/kernels/serial_thread.h"
#include "engine/kernels/spare_threads.h"
#include "engine/pass/pass_error.h"

namespace regard {

PassOptions passOptions(const PassRequest &request)
{
    PassOptions options;
    options.previous = request.previous.get();
    options.previousModel = request.previousModel.get();
    options.generation = request.generation;
    return options;
}

PassOutcome runPass(const PassRequest &request, const std::atomic<bool> *cancelled)
{
    PassOutcome outcome{request.generation, request.model, request.input, request.given, {}};
    if (request.given)
        return outcome;
    PassOptions options = passOptions(request);
    options.cancelled = cancelled;
    try {
        outcome.trace = forward(*request.model, request.input, options);
    } catch (const std::bad_alloc &) {
        outcome.error =
            Message::tr("there is not enough memory for this sentence; shorten it, or take fewer heads or layers");
    } catch (const Overflow &overflow) {
        outcome.error = passErrorText(overflow, request.model->config).toStdString();
    } catch (const OtherVocabulary &other) {
        outcome.error = passErrorText(other).toStdString();
    } catch (const Error &error) {
        outcome.error = error.what();
    } catch (...) {
        Faults::all().report(nullptr, QStringLiteral("a pass"));
        outcome.error = currentFault().sentence.toStdString();
    }
    return outcome;
}

void freeElsewhere(SharedTrace trace)
{
    if (trace)
        onSpareThread([held = std::move(trace)]() mutable { held.reset(); });
}

void startPass(BackgroundWork &work, PassRequest request, std::function<void(const PassOutcome &)> done)
{
    struct Answer {
        PassOutcome outcome;
        ~Answer() { freeElsewhere(std::move(outcome.trace)); }
    };
    const auto answer = std::make_shared<Answer>();
    work.start(
        [request = std::move(request), answer](const BackgroundWork::Piece &piece) {
            const SerialWork serial(request.isSerial);
            answer->outcome = runPass(request, &piece.isCancelled());
        },
        [answer, done = std::move(done)](const QString &) { done(answer->outcome); });
}

} // namespace regard
