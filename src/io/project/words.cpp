#include "io/project/words.h"

#include "training/run/followed_patterns.h"

namespace regard {

const char *spelling(Architecture value)
{
    switch (value) {
    case Architecture::Encoder:
        return "encoder";
    case Architecture::Decoder:
        return "decoder";
    case Architecture::EncoderDecoder:
        return "encoder_decoder";
    }
    return nullptr;
}

const char *spelling(Score value)
{
    switch (value) {
    case Score::Dot:
        return "dot";
    case Score::ScaledDot:
        return "scaled_dot";
    case Score::Additive:
        return "additive";
    case Score::General:
        return "general";
    }
    return nullptr;
}

const char *spelling(Mask value)
{
    switch (value) {
    case Mask::None:
        return "none";
    case Mask::Causal:
        return "causal";
    }
    return nullptr;
}

const char *spelling(Position value)
{
    switch (value) {
    case Position::None:
        return "none";
    case Position::Sinusoidal:
        return "sinusoidal";
    case Position::OneHot:
        return "one_hot";
    case Position::Learned:
        return "learned";
    case Position::SinusoidalHalves:
        return "sinusoidal_halves";
    case Position::SinusoidalFairseq:
        return "sinusoidal_fairseq";
    case Position::Rotary:
        return "rotary";
    }
    return nullptr;
}

const char *spelling(ScoreBias value)
{
    switch (value) {
    case ScoreBias::None:
        return "none";
    case ScoreBias::Alibi:
        return "alibi";
    case ScoreBias::Buckets:
        return "buckets";
    }
    return nullptr;
}

const char *spelling(RopeScaling value)
{
    switch (value) {
    case RopeScaling::None:
        return "none";
    case RopeScaling::Linear:
        return "linear";
    case RopeScaling::Dynamic:
        return "dynamic";
    case RopeScaling::Llama3:
        return "llama3";
    case RopeScaling::Yarn:
        return "yarn";
    case RopeScaling::LongRope:
        return "longrope";
    }
    return nullptr;
}

const char *spelling(Norm value)
{
    switch (value) {
    case Norm::None:
        return "none";
    case Norm::Post:
        return "post";
    case Norm::Pre:
        return "pre";
    case Norm::Output:
        return "output";
    }
    return nullptr;
}

const char *spelling(QkNorm value)
{
    switch (value) {
    case QkNorm::None:
        return "none";
    case QkNorm::Head:
        return "head";
    case QkNorm::All:
        return "all";
    }
    return nullptr;
}

const char *spelling(NormKind value)
{
    switch (value) {
    case NormKind::Layer:
        return "layer";
    case NormKind::Rms:
        return "rms";
    }
    return nullptr;
}

const char *spelling(Activation value)
{
    switch (value) {
    case Activation::Relu:
        return "relu";
    case Activation::Gelu:
        return "gelu";
    case Activation::GeluTanh:
        return "gelu_tanh";
    case Activation::Silu:
        return "silu";
    case Activation::QuickGelu:
        return "quick_gelu";
    case Activation::Gelu10:
        return "gelu_10";
    case Activation::Relu2:
        return "relu2";
    case Activation::Relu6:
        return "relu6";
    case Activation::LeakyRelu:
        return "leaky_relu";
    case Activation::Tanh:
        return "tanh";
    case Activation::Sigmoid:
        return "sigmoid";
    case Activation::Mish:
        return "mish";
    case Activation::Laplace:
        return "laplace";
    case Activation::HardSwish:
        return "hardswish";
    case Activation::SqrtSoftplus:
        return "sqrtsoftplus";
    case Activation::Linear:
        return "linear";
    }
    return nullptr;
}

const char *spelling(Initialization value)
{
    switch (value) {
    case Initialization::Gaussian:
        return "gaussian";
    case Initialization::Xavier:
        return "xavier";
    case Initialization::Kaiming:
        return "kaiming";
    }
    return nullptr;
}

const char *spelling(Tokenizer value)
{
    switch (value) {
    case Tokenizer::Words:
        return "words";
    case Tokenizer::Whitespace:
        return "whitespace";
    case Tokenizer::Characters:
        return "characters";
    case Tokenizer::Checkpoint:
        return "checkpoint";
    }
    return nullptr;
}

const char *spelling(Attention value)
{
    switch (value) {
    case Attention::Encoder:
        return "encoder";
    case Attention::Decoder:
        return "decoder";
    case Attention::Cross:
        return "cross";
    }
    return nullptr;
}

const char *spelling(Stage value)
{
    switch (value) {
    case Stage::Scores:
        return "scores";
    case Stage::Scaled:
        return "scaled";
    case Stage::Masked:
        return "masked";
    case Stage::Weights:
        return "weights";
    }
    return nullptr;
}

const char *spelling(Summary value)
{
    switch (value) {
    case Summary::None:
        return "";
    case Summary::Mean:
        return "mean";
    case Summary::Maximum:
        return "maximum";
    case Summary::Rollout:
        return "rollout";
    }
    return nullptr;
}

const char *spelling(PairFilter value)
{
    switch (value) {
    case PairFilter::All:
        return "all";
    case PairFilter::AToA:
        return "a_to_a";
    case PairFilter::AToB:
        return "a_to_b";
    case PairFilter::BToA:
        return "b_to_a";
    case PairFilter::BToB:
        return "b_to_b";
    }
    return nullptr;
}

const char *spelling(ColorScale value)
{
    switch (value) {
    case ColorScale::ZeroToOne:
        return "0..1";
    case ColorScale::Stretched:
        return "stretch";
    case ColorScale::Logarithmic:
        return "log";
    case ColorScale::Percentile:
        return "percentile";
    }
    return nullptr;
}

const char *spelling(Replacement value)
{
    switch (value) {
    case Replacement::Zero:
        return "zero";
    case Replacement::Mean:
        return "mean";
    case Replacement::Uniform:
        return "uniform";
    case Replacement::MeanOver:
        return "mean-of";
    }
    return nullptr;
}

const char *spelling(PatchKind value)
{
    switch (value) {
    case PatchKind::Query:
        return "query";
    case PatchKind::Key:
        return "key";
    case PatchKind::Value:
        return "value";
    case PatchKind::Pattern:
        return "pattern";
    case PatchKind::HeadOutput:
        return "head";
    case PatchKind::AttentionOutput:
        return "attention";
    case PatchKind::FeedForwardOutput:
        return "feed-forward";
    case PatchKind::Stream:
        return "stream";
    }
    return nullptr;
}

const char *spelling(HeadPattern value)
{
    return patternWord(value);
}

const char *spelling(StepKind value)
{
    switch (value) {
    case StepKind::Embed:
        return "embed";
    case StepKind::FirstState:
        return "first_state";
    case StepKind::FirstCellState:
        return "first_cell_state";
    case StepKind::ResetGate:
        return "reset_gate";
    case StepKind::UpdateGate:
        return "update_gate";
    case StepKind::InputGate:
        return "input_gate";
    case StepKind::ForgetGate:
        return "forget_gate";
    case StepKind::Candidate:
        return "candidate";
    case StepKind::OutputGate:
        return "output_gate";
    case StepKind::CellState:
        return "cell_state";
    case StepKind::NewState:
        return "state";
    case StepKind::Project:
        return "project";
    case StepKind::Score:
        return "score";
    case StepKind::Scale:
        return "scale";
    case StepKind::Mask:
        return "mask";
    case StepKind::Softmax:
        return "softmax";
    case StepKind::Weigh:
        return "weigh";
    case StepKind::Join:
        return "join";
    case StepKind::Combine:
        return "combine";
    case StepKind::AddNorm:
        return "add_norm";
    case StepKind::FeedForward:
        return "feed_forward";
    case StepKind::Output:
        return "output";
    }
    return nullptr;
}

const char *spelling(Schedule value)
{
    switch (value) {
    case Schedule::Constant:
        return "constant";
    case Schedule::Cosine:
        return "cosine";
    case Schedule::InverseRoot:
        return "inverse_root";
    }
    return nullptr;
}

const char *spelling(StackKind value)
{
    switch (value) {
    case StackKind::Attention:
        return "attention";
    case StackKind::Recurrent:
        return "recurrent";
    }
    return nullptr;
}

const char *spelling(Cell value)
{
    switch (value) {
    case Cell::Rnn:
        return "rnn";
    case Cell::Gru:
        return "gru";
    case Cell::Lstm:
        return "lstm";
    }
    return nullptr;
}

const char *spelling(DecoderAttention value)
{
    switch (value) {
    case DecoderAttention::None:
        return "none";
    case DecoderAttention::Bahdanau:
        return "bahdanau";
    case DecoderAttention::Luong:
        return "luong";
    }
    return nullptr;
}

const char *spelling(Direction value)
{
    switch (value) {
    case Direction::Forward:
        return "forward";
    case Direction::Backward:
        return "backward";
    }
    return nullptr;
}

} // namespace regard
