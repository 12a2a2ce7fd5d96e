#include "views/ablation/panel/ablation_temperature.h"

#include <algorithm>
#include <cmath>

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/label_place.h"
#include "controls/spoken_name.h"
#include "engine/model/interventions.h"
#include "views/ablation/ablation_edits.h"

namespace regard {

namespace {

constexpr int stepsPerDecade = 50;

/// Rounds to two digits, so that the model's file does not fill with noise; the middle is exactly 1.
float temperatureAt(int position)
{
    const double exact = std::pow(10.0, double(position) / stepsPerDecade);
    const double grain = exact < 1 ? 0.01 : exact < 10 ? 0.1 : 1.0;
    return float(std::round(exact / grain) * grain);
}

int positionOf(float temperature)
{
    const double exact = stepsPerDecade * std::log10(double(temperature));
    return std::clamp(int(std::lround(exact)), -stepsPerDecade, stepsPerDecade);
}

} // namespace

AblationTemperature::AblationTemperature(Document *document, QWidget *parent)
    : QWidget(parent), m_document(document), m_slider(new QSlider(Qt::Horizontal, this)),
      m_field(new QDoubleSpinBox(this)), m_reset(new QToolButton(this)), m_note(new QLabel(this))
{
    m_reset->setObjectName(QStringLiteral("resetButton"));
    auto *name = new QLabel(tr("Temperature"), this);
    name->setBuddy(m_field);
    m_field->setRange(double(lowestTemperature), double(highestTemperature));
    m_field->setDecimals(2);
    m_field->setSingleStep(0.1);
    m_field->setKeyboardTracking(false);
    m_field->setToolTip(tr("softmax(masked scores ÷ temperature): below 1 the head looks more sharply, above 1 more "
                           "evenly. Set from outside, not learned"));
    m_reset->setText(QStringLiteral("1"));
    m_reset->setFocusPolicy(Qt::StrongFocus);
    nameButton(m_reset, tr("Temperature back to 1"));
    m_reset->setToolTip(tr("Back to 1, as the model has it"));
    m_note->setObjectName(QStringLiteral("muted"));
    m_note->setWordWrap(true);
    buildSlider();
    auto *line = new QHBoxLayout;
    line->setSpacing(6);
    auto *words = new QHBoxLayout;
    words->setSpacing(6);
    words->addWidget(name, 0, Qt::AlignTop);
    words->addWidget(new LabelPlace(m_note, this), 1);
    line->addWidget(m_slider, 1);
    line->addWidget(m_field);
    line->addWidget(m_reset);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(2);
    all->addLayout(words);
    all->addLayout(line);
    connect(m_field, &QDoubleSpinBox::valueChanged, this,
            [this](double temperature) { setTemperature(float(temperature), -1); });
    connect(m_reset, &QToolButton::clicked, this, [this] { setTemperature(1, -1); });
    connect(document, &Document::loaded, this, &AblationTemperature::refresh);
    connect(&document->matrices(), &Matrices::modelChanged, this, &AblationTemperature::refresh);
    connect(&document->look(), &Look::selectionChanged, this, &AblationTemperature::refresh);
    refresh();
}

void AblationTemperature::buildSlider()
{
    m_slider->setRange(-stepsPerDecade, stepsPerDecade);
    m_slider->setPageStep(stepsPerDecade / 5);
    m_slider->setMinimumWidth(40);
    m_slider->setAccessibleName(tr("Temperature of the selected head"));
    m_slider->setToolTip(tr("Temperature of the selected head's softmax, 0.1 to 10; the middle is 1"));
    m_slider->installEventFilter(this);
    connect(m_slider, &QSlider::sliderPressed, this, [this] { m_gesture = m_document->newGesture(); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        m_gesture = -1;
        refresh();
    });
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int position) { setTemperature(temperatureAt(position), m_gesture); });
}

void AblationTemperature::refresh()
{
    const ModelConfig &config = m_document->matrices().model()->config;
    const HeadRef head = selectedHead(m_document->look().selection());
    const bool exists = head.head < headsOf(config, head.attention) && head.layer < layersOf(config, head.attention);
    const float temperature = temperatureOf(m_document->matrices().model()->interventions, head);
    setEnabled(exists);
    m_reset->setEnabled(exists && temperature != 1);
    m_note->setText(tr("not part of the model · of head %1's softmax").arg(head.head + 1));
    const QSignalBlocker quietField(m_field);
    m_field->setValue(double(temperature));
    if (m_slider->isSliderDown())
        return; // it is being dragged
    const QSignalBlocker quietSlider(m_slider);
    m_slider->setValue(positionOf(temperature));
}

void AblationTemperature::setTemperature(float temperature, int gesture)
{
    const HeadRef head = selectedHead(m_document->look().selection());
    Interventions next = m_document->matrices().model()->interventions;
    if (temperatureOf(next, head) == temperature)
        return;
    next.temperatures[head] = temperature;
    m_document->matrices().setInterventions(next,
                                            tr("temperature %1 of %2")
                                                .arg(double(temperature), 0, 'g', 3)
                                                .arg(headName(m_document->matrices().model()->config, head)),
                                            gesture);
}

bool AblationTemperature::eventFilter(QObject *watched, QEvent *event)
{
    // Holding a key is one undo step too.
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
    if (watched == m_slider && isKey && !static_cast<QKeyEvent *>(event)->isAutoRepeat())
        m_gesture = event->type() == QEvent::KeyPress ? m_document->newGesture() : -1;
    return QWidget::eventFilter(watched, event);
}

} // namespace regard
