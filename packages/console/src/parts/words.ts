const abbreviations = /\b(?:api|arr|crm|csv|id|mrr|sql|url)\b/g

/** The API's words as people write them: `CHURN_RISK` is `Churn risk`, `CRM` stays. */
export function sentence(word: string): string {
  const text = word
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(abbreviations, (one) => one.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `1 person`, `12 people`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** Two letters for a round picture. */
export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '')
  return letters.join('').toLocaleUpperCase() || '·'
}

const keyKinds: Record<string, string> = {
  email: 'E-mail address',
  userId: 'Your id of a person',
  customerId: 'Your id of a customer',
  domain: 'Domain',
  visitor: 'Device',
  fingerprint: 'Fingerprint',
}

/** What kind of key it is. */
export function keyWords(kind: string): string {
  return keyKinds[kind] ?? sentence(kind)
}
