/**
 * What must never be stored, decided alike by the tracker (before sending) and by the server (before
 * appending). No dependency, no environment: it counts against the tracker's size budget.
 */

import { API_TOKENS } from './api-tokens.ts'
import { MORE_SECRET_NAMES, SECRET_NAMES } from './secret-names.ts'

/** Replaces a redacted value. A second redaction doesn't change it. */
export const REDACTED = 'REDACTED'

/**
 * A text as words in lower case, without the marks of letters: `userPwd2`, `user-pwd`, `user[pwd]` become `_user_pwd_`,
 * `Lösenord` `_losenord_`. `_` marks a border of words. Of a longer text its beginning, which bounds the work.
 */
export const toWords = (text: string): string =>
  // oxlint-disable-next-line typescript/no-deprecated -- only matched, and it runs in the tracker
  ` ${text.slice(0, MAX_WORDS_CHARS)} `
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{L}+/gu, '_')

const MAX_WORDS_CHARS = 5000

const secretNames = new RegExp(SECRET_NAMES)

/**
 * Whether a field's name, label or query key says that its value is a secret or an official number: password,
 * token, card, bank, national id, birth date. Compares word by word, over camelCase, digits and separators:
 * `user_pwd`, `creditCard`, `api-key`, `cardnumber` are sensitive; `passenger_name`, `order_number` are not.
 */
export const isSensitiveName = (name: string): boolean =>
  secretNames.test(
    // `_?` forgives a missing border. Short words need both borders, so that `passenger`, `compass`, `opinion` and
    // `secretary` stay.
    toWords(name),
  )

// Every search here takes time in proportion to the text, whatever is in it: a run that can fail is never begun again
// inside of itself, and what stands between two signs is bounded. Without lookbehind, which older Safaris don't know.

const someMatch = (pattern: RegExp, value: string, test: (compact: string) => boolean) =>
  (value.match(pattern) || []).some((match) => test(match.replace(/\W/g, '')))

/** Each JSON web token of a text. The lookahead finds a run's two dots once, before the run is searched for a token's beginning. */
const webTokens = /(^|[^\w-])(?=[\w-]+\.[\w-]+\.)([\w-]*?)\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g

/** Luhn's check: the digits of a product, added up, are what is left of it after dividing by nine; of nine itself, nine. */
const isCard = (number: string) =>
  [...number].reverse().reduce((sum, digit, at) => sum + ((+digit << (at % 2)) % 9 || +digit), 0) % 10 === 0

/**
 * Whether a value is, or a text contains, a payment card number (13 to 19 digits that satisfy Luhn's check: in one run, with
 * blanks and dashes, or in groups with any separator, whatever follows), an IBAN (mod 97), a national id in its exact
 * written form (`ddd-dd-dddd`), a JSON web token, an API token of a known kind, or a private key.
 * Never by length alone: order numbers, phone numbers with `+` and 9-digit numbers stay.
 */
export const isSensitiveValue = (value: string): boolean =>
  /\b\d{3}-\d\d-\d{4}\b|(AKIA|gh[a-z]_|sk_live_|xox.-)\w{9}|PRIVATE KEY-|Bearer \S{8,}\d/.test(value) ||
  !!value.match(webTokens) ||
  someMatch(/(^|[^+\w])\d([ -]?\d){12,18}\b/g, value, isCard) ||
  someMatch(/(^|[^+\w])(\d{13,19}|\d{4}(\W{1,3})\d{4,6}\3\d{4,5}(\3\d{1,7})?)\b/g, value, isCard) ||
  someMatch(
    /\b[a-z]{2}\d\d(\W?[a-z\d]{4}){2,7}(\W?[a-z\d]{1,3})?\b/gi,
    value,
    (iban) =>
      [...(iban.slice(4) + iban.slice(0, 4))].reduce(
        (rest, char) => (rest * (char < 'A' ? 10 : 100) + parseInt(char, 36)) % 97,
        0,
      ) === 1,
  )

// The words of the list in the form of texts: without the marks of letters.
const moreSecretNames = /* @__PURE__ */ new RegExp(
  /* @__PURE__ */ MORE_SECRET_NAMES.normalize('NFD').replace(/\p{M}/gu, ''),
)

// Bounded, like all searches here.
const moreTokens = /* @__PURE__ */ new RegExp(
  `\\b(?:${API_TOKENS})(?=[\\w.-]{0,40}\\d)[\\w.-]{16}|\\bhf_[A-Za-z]{34}|PRIVATE KEY BLOCK-|` +
    '\\b[Bb]earer (?=\\S{0,60}\\d)\\S{16}|\\b[Aa]uthorization: ?\\w{1,20} (?=\\S{0,60}[\\d=])\\S{6}',
)

/** Whether a text has a secret: also tokens and spellings that the tracker has no room for. */
export const isSensitiveText = (text: string): boolean =>
  isSensitiveValue(text) ||
  moreTokens.test(text) ||
  // Digits of full width, signs without a width, other blanks than one space.
  (/[^ -~]/.test(text) &&
    isSensitiveValue(
      text
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(/\s+/g, ' '),
    ))

/** Whether a field must be dropped, by its name or by its value. Knows more names than the tracker has room for. */
export const isSensitiveField = (name: string, value: string): boolean =>
  isSensitiveName(name) || moreSecretNames.test(toWords(name)) || isSensitiveText(value)

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

/** The shortest secret that is recognised by its form: a national id. */
export const MIN_SECRET_CHARS = 11

const decoded = (text: string): string =>
  /[%+]/.test(text) ? new URLSearchParams(`a=${text}`).get('a')! : text

/**
 * The same, by all the names and tokens of `isSensitiveField`. `isSecretName`: whether a name alone is; default: as
 * `isSensitiveField` says.
 */
export const redactEverySecret = (
  url: string,
  isSecretName = (name: string): boolean => isSensitiveField(name, ''),
): string => {
  let pairs = 0
  return redactUrl(url).replace(
    /([?&#;])([^=?&#;]+)=([^&#]+)/g,
    (pair, sign: string, name: string, text: string) => {
      // Beyond these redactUrl has redacted all.
      if (++pairs > MAX_PAIRS || text === REDACTED) return pair
      const value = decoded(text)
      const isSecret =
        isSecretName(decoded(name)) || (value.length >= MIN_SECRET_CHARS && isSensitiveText(value))
      return isSecret && value !== REDACTED ? `${sign}${name}=${REDACTED}` : pair
    },
  )
}
