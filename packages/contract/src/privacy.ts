/**
 * What must never be stored, decided alike by the tracker (before sending) and by the server (before
 * appending). No dependency, no environment: it counts against the tracker's size budget.
 */

/** Replaces a redacted value. A second redaction doesn't change it. */
export const REDACTED = 'REDACTED'

/**
 * Whether a field's name, label or query key says that its value is a secret or an official number: password,
 * token, card, bank, national id, birth date. Compares word by word, over camelCase, digits and separators:
 * `user_pwd`, `creditCard`, `api-key`, `cardnumber` are sensitive; `passenger_name`, `order_number` are not.
 */
export const isSensitiveName = (name: string): boolean =>
  /_exp(_?[dmy]|ir)|_cc_?[ntcgfhe][^m]|(otp|token|captcha|secret|credential|srf)s?_|birth|(_id(entity)?|tax|security|insurance|sms|bank|recovery|access|auth|verification|card|session|time|national|sort|personal|licen.e|private|routing|api)_?(code|answ|id_|key|acc|n([or]_|um)|hold)|bday|acc(oun)?t?_?n([or]_|um)|_(ssn|maiden|cpf|csc|pin|dob|dni|iban|pass)_|kennwort|pass_?(code|port|ph|w)|cv[cv]|(on_|it_?)card|driv.{0,20}lic|geburt|pwd|contrase/.test(
    // Names as words: `userPwd2`, `user-pwd` and `user[pwd]` all become `_user_pwd_`. `_` marks a border of words, `_?`
    // forgives a missing one. Short words need both borders, so that `passenger`, `compass`, `opinion` and `secretary`
    // stay. The cap bounds the work on a hostile name.
    // oxlint-disable-next-line typescript/no-deprecated -- only matched, and it runs in the tracker
    ` ${name.slice(0, 256)} `
      .replace(/[a-z](?=[A-Z])/g, '$& ')
      .toLowerCase()
      .replace(/[^a-z]+/g, '_'),
  )

// Every search here takes time in proportion to the text, whatever is in it: a run that can fail is never begun again
// inside of itself, and what stands between two signs is bounded. Without lookbehind, which older Safaris don't know.

const someMatch = (pattern: RegExp, value: string, test: (compact: string) => boolean) =>
  (value.match(pattern) || []).some((match) => test(match.replace(/\W/g, '')))

/** Each JSON web token of a text. The lookahead finds a run's two dots once, before the run is searched for a token's beginning. */
const webTokens = /(^|[^\w-])(?=[\w-]+\.[\w-]+\.)([\w-]*?)\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g

/**
 * Whether a value is, or a text contains, a payment card number (13 to 19 digits, spaces and dashes allowed,
 * Luhn), an IBAN (mod 97), a national id in its exact written form (`ddd-dd-dddd`) or a JSON web token.
 * Never by length alone: order numbers, phone numbers with `+` and 9-digit numbers stay.
 */
export const isSensitiveValue = (value: string): boolean =>
  /\b\d{3}-\d\d-\d{4}\b/.test(value) ||
  !!value.match(webTokens) ||
  someMatch(
    /(^|[^+\w])\d([ -]?\d){12,18}\b/g,
    value,
    // Luhn: the digits of a product, added up, are what is left of it after dividing by nine; of nine itself, nine.
    (number) =>
      [...number].reverse().reduce((sum, digit, at) => sum + ((+digit << (at % 2)) % 9 || +digit), 0) % 10 ===
      0,
  ) ||
  someMatch(
    /\b[a-z]{2}\d\d( ?[a-z\d]{4}){2,7}( ?[a-z\d]{1,3})?\b/gi,
    value,
    (iban) =>
      [...(iban.slice(4) + iban.slice(0, 4))].reduce(
        (rest, char) => (rest * (char < 'A' ? 10 : 100) + parseInt(char, 36)) % 97,
        0,
      ) === 1,
  )

/** Whether a field must be dropped, by its name or by its value. */
export const isSensitiveField = (name: string, value: string): boolean =>
  isSensitiveName(name) || isSensitiveValue(value)

const MAX_PAIRS = 200

/**
 * A URL without the secrets of its query and fragment: the value of a `key=value` pair becomes `REDACTED` when
 * - the key is sensitive (`isSensitiveName`) or one that carries credentials in URLs (`code`, `sig`, `key`,
 *   `auth`, `sid`, `session`, `ticket`, `hash`), or
 * - the value is: a card, IBAN, national id, JSON web token, long opaque token, an e-mail address, or a nested
 *   URL that holds one of these.
 *
 * `utm_*` and click ids (`*clid`) keep opaque values; UUIDs stay, being ids more often than secrets. Everything else
 * is returned as it came, byte for byte; redacting twice changes nothing. Never throws. Looks at 200 pairs, nested ones
 * included: the values of the others are all redacted.
 */
export const redactQuery = (url: string, depth = 2, looked = { pairs: 0 }): string =>
  url.replace(/([?&#;][^=?&#;]+=)[^&#]+/g, (pair, start: string) => {
    const [[key, value]] = new URLSearchParams(pair.slice(1)) as unknown as [[string, string]]
    // Nobody's page has more pairs.
    return ++looked.pairs > MAX_PAIRS ||
      isSensitiveName(key) ||
      isSensitiveValue(value) ||
      /^(code|auth|hash|key|sid|session|ticket|sig(nature)?)$/i.test(key) ||
      // An e-mail address, or what could be one: the first `@` within a word, and a dot after it.
      /(^|\s)\S[^\s@]*@\S+\.[a-z]/i.test(value) ||
      // 20 or more letters and digits in one run, changing between the two as words and slugs don't.
      (/\b(?=\w{20})(\w*?(\d[a-z]|[a-z]\d)){3}/i.test(value) && !/^utm_|clid$/i.test(key)) ||
      (depth && redactQuery(value, depth - 1, looked) !== value)
      ? start + REDACTED
      : pair
  })

/**
 * A URL without any secret: see `redactQuery`. A password before the host (`https://user:password@host`) goes too, and
 * so do JSON web tokens wherever they stand, the path included.
 */
export const redactUrl = (url: string): string =>
  redactQuery(url.replace(/(:\/\/[^/?#@:]*):[^/?#@]*@/, '$1@').replace(webTokens, `$1$2${REDACTED}`))
