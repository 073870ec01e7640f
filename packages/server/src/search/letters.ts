// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/

export function isAscii(text: string): boolean {
  return ascii.test(text)
}

/** A word in lower case and compatibility form, without signs that are no letters of it. */
export function lettersOf(raw: string): string {
  if (isAscii(raw)) return raw.toLowerCase()
  return raw
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u02bc\u0640]/g, '')
}

/** Marks that people leave out: accents, and vowels of Arabic and Hebrew. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
/** Letters that are typed without their mark, although Unicode doesn't take them apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ŧ: 't',
  ґ: 'г',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const markedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** A word without marks: `reunion` for `réunion`, `еще` for `ещё`. The letter й stays: its bow is no mark. */
export function withoutMarks(word: string): string {
  if (isAscii(word)) return word
  return word
    .normalize('NFD')
    .replaceAll('и\u0306', 'й')
    .replaceAll(marks, '')
    .replaceAll(markedLetters, (letter) => plainLetters[letter]!)
    .normalize('NFC')
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** As where a keyboard has no umlauts: `mueller` for `müller`. */
export function withUmlautsWritten(word: string): string {
  return word.replaceAll(/[äöüåø]/g, (letter) => digraphs[letter]!)
}

/** How else a word with umlauts is written: `mueller` for `müller`, and `muller` for `mueller`. */
export function withOtherUmlauts(word: string): string[] {
  const read = word.replaceAll(/([aou])e|aa/g, (pair, vowel: string | undefined) => vowel ?? pair[0]!)
  return [withUmlautsWritten(word), read].filter((other) => other !== word)
}

/** Turns digits of other scripts, and Arabic's marks in numbers, into ASCII's; each stays one UTF-16 unit. */
export function toAsciiDigits(text: string): string {
  if (!/[\u0660-\uffff]/.test(text)) return text
  return text
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll(/(?![0-9])\p{Nd}/gu, (character) => {
      if (character.length > 1) return character
      // Unicode's digits come in rows of ten that begin at 0 or 6 of a row of sixteen.
      const code = character.charCodeAt(0)
      const zero = /\p{Nd}/u.test(String.fromCharCode(code & ~15)) ? 0 : 6
      return String((code & 15) - zero)
    })
}
