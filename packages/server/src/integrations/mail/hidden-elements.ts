import { cutText } from '@customer-intel/contract'
/** Whether something is hidden, as the styles from the outside in say. */
export interface Hiding {
  /** For good: whatever is inside of it is hidden, too. */
  isRemoved?: boolean
  /** Unless an element inside of it says otherwise. */
  isInvisible?: boolean
  isTiny?: boolean
}

export function isHidden({ isRemoved, isInvisible, isTiny }: Hiding): boolean {
  return isRemoved === true || isInvisible === true || isTiny === true
}

/** How an element with these attributes is hidden inside of another one. */
export function hidingOf(attributes: Readonly<Record<string, string>>, outer: Hiding): Hiding {
  const style = attributes['style']
  const isRemoved = 'hidden' in attributes
  if (style === undefined) return isRemoved ? { ...outer, isRemoved } : outer
  const styles = parseStyle(style)
  const says = (name: string, value: RegExp) => value.test(styles.get(name) ?? '')
  const isZero = (name: string) => says(name, /^0(?:\.0+)?(?:px|pt|em|rem|%)?$/)
  const clips = says('overflow', /hidden/) || isZero('opacity')
  const removes =
    isRemoved ||
    says('display', /^none/) ||
    says('mso-hide', /^all/) ||
    isZero('opacity') ||
    (clips && (isZero('max-height') || isZero('height') || isZero('max-width') || isZero('width'))) ||
    says('text-indent', /^-\d{3,}/)
  return {
    ...(outer.isRemoved === true || removes ? { isRemoved: true } : {}),
    isInvisible: styles.has('visibility')
      ? says('visibility', /^(?:hidden|collapse)/)
      : outer.isInvisible === true,
    isTiny: styles.has('font-size') ? isZero('font-size') : outer.isTiny === true,
  }
}

const maxStyleLength = 5_000

function parseStyle(style: string): Map<string, string> {
  const styles = new Map<string, string>()
  for (const declaration of cutText(style, maxStyleLength).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon !== -1)
      styles.set(
        declaration.slice(0, colon).trim(),
        declaration
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      )
  }
  return styles
}
