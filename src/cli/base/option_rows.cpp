#include "cli/base/option_rows.h"

#include <map>

namespace regard {

CLI::Option *addOption(CLI::App &command, const std::string &name, const std::string &help, const OptionValue &value)
{
    using enum OptionValue::Kind;
    const auto typed = [&]<typename Type>(Type) {
        return command.add_option_function<Type>(
            name, [](const Type &) {}, help);
    };
    CLI::Option *option = nullptr;
    switch (value.kind) {
    case Flag:
        option = typed(bool())->type_name("")->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->expected(0);
        break;
    case Whole:
        option = typed(int());
        if (value.least < value.most)
            option->check(CLI::Range(int(value.least), int(value.most)));
        break;
    case Number:
        option = typed(double())->check(CLI::Range(value.least, value.most));
        break;
    case Seconds:
        option = typed(double())
                     ->check(CLI::Range(value.least, value.most))
                     ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}},
                                                       CLI::AsNumberWithUnit::UNIT_OPTIONAL, "s"));
        break;
    case Text:
    case File:
        option = typed(std::string());
        break;
    case Repeated:
        option = typed(std::vector<std::string>());
        break;
    case Files:
        option = typed(std::vector<std::string>())->expected(1, CLI::detail::expected_max_vector_size);
        break;
    case Outputs:
        option = typed(std::vector<std::string>())->required()->expected(1, CLI::detail::expected_max_vector_size);
        break;
    }
    if (!value.words.empty())
        option->check(CLI::IsMember(value.words));
    if (value.kind == Repeated)
        option->delimiter(value.words.empty() ? '\0' : ',')->expected(1)->take_all();
    return value.type.empty() ? option : option->type_name(value.type);
}

} // namespace regard
