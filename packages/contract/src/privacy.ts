/**
 * What must never be stored, decided alike by the tracker (before sending) and by the server (before
 * appending). No dependency, no environment: it counts against the tracker's size budget.
 */

/** What stands in place of a redacted value. Survives a second redaction unchanged. */
export const REDACTED = 'REDACTED'

/**
 * Names in the form that `toWords` gives (`_user_pwd_`): `_` marks a border of words, `_?` forgives a missing
 * one. Short words need both borders, so that `passenger`, `compass`, `opinion` and `secretary` stay.
 */
const SENSITIVE_NAME =
  /pass_?(w|ph|code|port)|pwd|_(user_?|db_?)?pass_|kennwort|wachtwoord|contrase|_senha|de_?passe|(token|secret|credential|otp|captcha|jwt|nonce|[cx]srf)s?_|(api|access|private|secret|auth|licen[cs]e|ssh)_?key|_pin_|cv[cv]_|_csc_|(credit|debit|bank|payment)_?card|card_?(num|no_|nr_|exp|holder|code)|_cc_?(num|no_|name|exp|type)|security_?(code|num|answ|quest)|social_?(sec|ins)|(verif[a-z]*|recovery|backup|login|sms|auth[a-z]*|access|time|fa)_?code|session_?id|_(ssn|bsn|cpf|dni|nif|pesel|curp|aadh?aar|itin|iban|bic|dob|maiden)_|^_(sin|nino?|pan|tin|nie)_(n(o|um(ber)?)_)?$|(national|tax|personal|fiscal|govern[a-z]*)_?(id|ins|num)|steuer_?(id|n)|_(id|identity)_?(card|num|no_|doc)|driv[a-z]*_?licen|birth|_bday|geburt|naissance|nacimiento|nascimento|bank_?(ac|num|code|rout|leit)|rout[a-z]*_?n(o_|um)|sort_?code|swift_?code|konto_?n|acc(oun|)t?_?n(um|o_|r_)/

/** `userPwd2`, `user-pwd` and `user[pwd]` all become `_user_pwd_`. The cap bounds the work on a hostile name. */
const toWords = (name: string) =>
  `_${name
    .slice(0, 256)
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2_')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '_')}_`.replace(/_+/g, '_')

/**
 * Whether a field's name, label or query key says that its value is a secret or an official number: password,
 * token, card, bank, national id, birth date. Compares word by word, over camelCase, digits and separators:
 * `user_pwd`, `creditCard`, `api-key`, `cardnumber` are sensitive; `passenger_name`, `order_number` are not.
 */
export const isSensitiveName = (name: string): boolean => SENSITIVE_NAME.test(toWords(name))

const passesLuhn = (digits: string) => {
  let sum = 0
  for (let at = 1; at <= digits.length; at++) {
    const digit = +digits.charAt(digits.length - at) * (at % 2 ? 1 : 2)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

const passesMod97 = (iban: string) => {
  let rest = 0
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Runs `test` on each match without its separators; a failing match is retried from the next group on. */
const someMatch = (pattern: RegExp, value: string, test: (compact: string) => boolean) => {
  for (let match; (match = pattern.exec(value)); pattern.lastIndex = match.index + 1) {
    if (test(match[0].replace(/[\W_]/g, ''))) return true
  }
  return false
}

/**
 * Whether a value is, or a text contains, a payment card number (13 to 19 digits, spaces and dashes allowed,
 * Luhn), an IBAN (mod 97), a national id in its exact written form (`ddd-dd-dddd`) or a JSON web token.
 * Never by length alone: order numbers, phone numbers with `+` and 9-digit numbers stay.
 */
export const isSensitiveValue = (value: string): boolean =>
  /(^|[^\d-])\d{3}-\d\d-\d{4}(?![\d-])|\beyJ[\w-]{8,}\.[\w-]+\./.test(value) ||
  someMatch(/(^|[^+\d])\d([\s-]?\d){12,18}(?!\d)/g, value, passesLuhn) ||
  someMatch(/\b[A-Z]{2}\d\d( ?[A-Z\d]{4}){2,7}( ?[A-Z\d]{1,3})?\b/gi, value, passesMod97)

/** Whether a field must be dropped, by its name or by its value. */
export const isSensitiveField = (name: string, value: string): boolean =>
  isSensitiveName(name) || isSensitiveValue(value)

/** 20 or more letters and digits in one run, changing between the two as words and slugs don't. */
const isOpaque = (value: string) =>
  (value.match(/\w{20,}/g) || []).some((run) => (run.match(/\d[a-z]|[a-z]\d/gi) || []).length > 2)

const decode = (part: string) => {
  try {
    return decodeURIComponent(part.replace(/\+/g, ' '))
  } catch {
    return part
  }
}

/**
 * A URL without its secrets: the value of a `key=value` pair in query or fragment becomes `REDACTED` when
 * - the key is sensitive (`isSensitiveName`) or one that carries credentials in URLs (`code`, `state`, `sig`,
 *   `key`, `auth`, `sid`, `session`, `ticket`, `hash`, …), or
 * - the value is: a card, IBAN, national id, JSON web token, long opaque token, an e-mail address, or a nested
 *   URL that holds one of these.
 *
 * `utm_*` and click ids (`*clid`) keep opaque values; UUIDs stay, being ids more often than secrets. A password before the
 * host (`https://user:password@host`) goes. JSON web tokens go wherever they stand, the path included.
 * Everything else is returned as it came, byte for byte; redacting twice changes nothing. Never throws.
 */
export const redactUrl = (url: string, depth = 2): string =>
  url
    .replace(/(:\/\/[^/?#@:]*):[^/?#@]*@/, '$1@')
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, REDACTED)
    .replace(/([?&#;])([^=?&#;]+)=([^&#]+)/g, (pair, mark: string, rawKey: string, rawValue: string) => {
      const key = decode(rawKey)
      const value = decode(rawValue)
      return isSensitiveName(key) ||
        /^(code|state|sig(nature)?|key|auth(orization)?|sid|sess(ion)?|ticket|hash|samlresponse)$/i.test(
          key,
        ) ||
        isSensitiveValue(value) ||
        /[^\s@]@[^\s@]+\.[a-z]/i.test(value) ||
        (isOpaque(value) && !/^utm_|clid$/i.test(key)) ||
        (depth > 0 && redactUrl(value, depth - 1) !== value)
        ? mark + rawKey + '=' + REDACTED
        : pair
    })
