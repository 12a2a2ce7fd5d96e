#pragma once

#include <string>

#include "engine/base/matrix.h"
#include "engine/functions/norm_rows.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"

namespace regard {

/// How the model norms with a gain and a bias of those names; a kind without a bias does not read it.
NormRule normRule(const Model &model, const std::string &gain, const std::string &bias);

/// The model's norm over the rows of x, n × d, as its norm_kind says, with the gain and bias of that name
/// (`encoder.final_norm`) and the model's epsilon.
Matrix normed(const Model &model, const std::string &name, const Matrix &x);

/// normed() with weights whose names do not share a stem.
Matrix normed(const Model &model, const std::string &gain, const std::string &bias, const Matrix &x);

/// The norm of that name over the rows of x + added, both n × d, or of x alone where nothing is added (null).
Normed normedSum(const Model &model, const std::string &name, const Matrix &x, const Matrix *added);

/// How an attention norms its queries ('q') or keys ('k'); of models that do so.
NormRule qkNormRule(const Model &model, const AttentionPlace &place, char letter);

/// Puts the columns of each head in a row of its own where each head is normed by itself: n × heads · d_key becomes n ·
/// heads × d_key. joinHeads() puts them back.
void splitHeads(const ModelConfig &config, Matrix &x);
void joinHeads(const ModelConfig &config, Matrix &x, Eigen::Index rows);

/// Norms queries or keys, n × heads · d_key, in place; of models that do so.
void normHeads(const Model &model, const AttentionPlace &place, char letter, Matrix &x);

} // namespace regard
