#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "text/base/regular_expression.h"
#include "text/base/replacement_table.h"
#include "text/base/split_behavior.h"
#include "text/base/tokenizer_error.h"
#include "text/split_pattern.h"

namespace regard {

/// A token that is searched for in the text before any other step.
struct AddedToken {
    std::string text;
    int id = 0;
    bool isSpecial = false;
    bool singleWord = false;   ///< only where no letter, digit or underscore touches it
    bool stripsLeft = false;   ///< takes the white space before it
    bool stripsRight = false;  ///< takes the white space after it
    bool isNormalized = false; ///< searched for in the normalised text, by its own normalised spelling
};

/// One step of the normalisation, before the text is split.
struct NormalStep {
    enum class Kind {
        Bert,
        Nfc,
        Nfd,
        Nfkc,
        Nfkd,
        Lowercase,
        StripAccents,
        Strip,       ///< white space at the ends is left out
        Prepend,     ///< `to` before a text
        Replace,     ///< every `from` by `to`
        ReplaceAll,  ///< every match of `expression` by `to`
        Precompiled, ///< what `table` says
    };

    Kind kind = Kind::Nfc;
    // Bert
    bool cleans = true;           ///< control characters out, white space to plain spaces
    bool separatesChinese = true; ///< a space on either side of each Chinese character
    bool stripsAccents = true;
    bool lowercases = true;
    // Strip
    bool stripsLeft = true;
    bool stripsRight = true;
    // Replacements
    std::string from{};
    std::string to{};
    std::shared_ptr<const RegularExpression> expression{};
    std::shared_ptr<const ReplacementTable> table{};
};

/// One step of splitting a text into words.
struct SplitStep {
    enum class Kind {
        Bert,        ///< white space is dropped, each punctuation mark is a word
        Pattern,     ///< every match of `pattern` is a word
        Expression,  ///< cuts at the matches of `expression`
        Digits,      ///< cuts at each digit
        Punctuation, ///< cuts at each punctuation mark
        Spaces,      ///< cuts at each character of white space
        Words,       ///< white space is dropped; runs of letters and digits are words, and so are runs of marks
        Scripts,     ///< cuts where another script begins
        ByteLevel,   ///< every byte becomes a character of GPT-2's alphabet
        Bytes,       ///< every byte becomes the character of its number
        Metaspace,   ///< spaces become `mark`
    };
    enum class Prefix { Always, First, Never };

    Kind kind = Kind::Bert;
    SplitPattern pattern = SplitPattern::Gpt2;
    std::shared_ptr<const RegularExpression> expression{};
    SplitBehavior behavior = SplitBehavior::Isolated; ///< of what it cuts at
    bool isInverted = false;                          ///< Expression: it cuts at what is between the matches
    bool addsSpace = false;                           ///< Pattern, ByteLevel: a space before a text that begins without
    std::string mark{};                               ///< Metaspace
    Prefix prefix = Prefix::Always; ///< Metaspace: where the mark goes before a text that begins without
    bool splits = true;             ///< Metaspace: a word begins at each mark
};

/// What the files put around sentences: tokens and the sentences themselves.
struct TemplatePiece {
    enum class Kind { Token, First, Second };

    Kind kind = Kind::Token;
    int id = 0;   ///< of a token
    int type = 0; ///< row of the model's `token_type`
};

/// What marks a sentence's language: a token before it and `end` after it, or both after it.
struct LanguageMarks {
    std::vector<std::pair<std::string, int>> tokens{}; ///< code and id, in the order of the ids; empty: nothing does
    std::string source{};                              ///< the code where none is chosen
    std::string target{};                              ///< of what a decoder reads; empty: the source's
    int end = 0;
    bool isLast = false; ///< `A </s> LANG` in place of `LANG A </s>`

    bool isAny() const { return !tokens.empty(); }
};

/// Everything that a tokenizer's files say, as plain data.
struct TokenizerDefinition {
    enum class Model { WordPiece, PairMerges, Unigram };

    Model model = Model::WordPiece;
    std::string kind{};                  ///< what TrainedTokenizer::kind() says; empty: what follows from the steps
    std::vector<std::string> vocabulary; ///< by id, complete and without repetition
    std::vector<int> addedOnly{};        ///< ids that no word is cut into: they are only in `added`
    std::string unknown{};               ///< stands for what the vocabulary cannot spell; empty: that is left out
    // WordPiece
    std::string continuation = "##";
    int longestWord = 100; ///< characters; longer words are unknown
    // Unigram
    std::vector<double> scores{}; ///< of each token, by id
    // Unigram, byte-pair encoding
    bool byteFallback = false; ///< unknown characters as <0xE4> and the like
    // Byte-pair encoding
    std::vector<std::pair<std::string, std::string>> merges{}; ///< the earlier first
    bool fusesUnknown = false;                                 ///< a run of unknown characters is one token
    bool wholeWordsFirst = false;                              ///< a word of the vocabulary is never merged together

    std::vector<AddedToken> added{};
    bool splitsSpecial = false; ///< special tokens are not searched for in a text
    std::vector<NormalStep> normalSteps{};
    std::vector<SplitStep> splitSteps{};
    std::vector<TemplatePiece> single{{TemplatePiece::Kind::First, 0, 0}};
    std::vector<TemplatePiece> pair{{TemplatePiece::Kind::First, 0, 0}, {TemplatePiece::Kind::Second, 0, 1}};
    LanguageMarks languages{}; ///< in place of `single` and `pair`, where there are any
    bool endsOnce = false;     ///< an end token that ends a text is not put there again
    std::string maskToken{};
    std::string endToken{};
    std::string padToken{};

    /// Told what goes wrong when a text is read; throws an error of its own in its place. Null: that is thrown itself.
    std::function<void(const TokenizerError &)> fail{};
};

} // namespace regard
