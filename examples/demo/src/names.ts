/** Invented companies and people. Every address is under `.example`, which belongs to nobody. */

export const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

const stems =
  'Alder Brack Corven Dunmere Elvan Fjellan Galden Hollin Isker Jorvan Kestrin Lumar Morwen Nardal Ostrin Pellan Quarin Rostam Sylvar Torven Ulmar Varden Wexmoor Yarrel Zelden'.split(
    ' ',
  )
export const industries = [
  'Logistics',
  'Foods',
  'Energy',
  'Studio',
  'Health',
  'Freight',
  'Textiles',
  'Instruments',
] as const

/** 200 companies, each stem in each industry. */
export const companyNames: readonly { name: string; domain: string; industry: string }[] = stems.flatMap(
  (stem) =>
    industries.map((industry) => ({
      name: `${stem} ${industry}`,
      domain: `${stem}-${industry}.example`.toLowerCase(),
      industry,
    })),
)

const list = (text: string): string[] => text.split(' ')

export const firstNames: Record<Language, readonly string[]> = {
  en: list(
    'Ava Ben Clara Daniel Edith Finn Grace Henry Iris Jack Kate Liam Maya Noah Olive Paul Quinn Rose Sam Tess Una Victor Wren Zoe',
  ),
  de: list(
    'Anke Bernd Carla Dirk Elke Falk Greta Heiko Ines Jonas Katrin Lars Mareike Nils Ole Petra Ralf Silke Tobias Ulrike Vera Wiebke',
  ),
  fr: list(
    'Adèle Bruno Chloé Denis Élodie Fabien Gaëlle Hugo Inès Jules Karine Léo Manon Noé Odile Pascal Rémi Sylvie Thierry Yvan',
  ),
  es: list(
    'Alba Bruno Carmen Diego Elena Félix Gloria Hugo Irene Javier Lucía Marcos Nuria Óscar Pilar Raúl Sofía Tomás Vera Ximena',
  ),
}

export const lastNames: Record<Language, readonly string[]> = {
  en: list(
    'Ashdown Birkett Calloway Draycott Ellery Fenwick Garland Hartnell Ingram Jessop Kirkby Langley Marlow Northam Osgood Penrose Radley Selwyn Thorne Underhill Wetherby Yardley',
  ),
  de: list(
    'Ahrendt Brinkmann Clasen Dörfler Eckhoff Friedrichs Gerdes Hollmann Imhof Jessen Kröger Lohmann Meinert Nagel Ostermann Petersen Rehders Stahmer Thiele Ulrichs Wegener',
  ),
  fr: list(
    'Aubert Blanchet Charrier Delmas Esnault Fournel Garnier Hébert Imbert Jacquet Lambert Marchal Noirot Ollivier Perrin Roussel Sorel Tissot Vasseur',
  ),
  es: list(
    'Aguado Barrios Cortina Duarte Escribano Fuentes Gallego Herrera Ibarra Jurado Lozano Molina Navas Ortega Prieto Quintana Rivas Sandoval Tejero Vidal',
  ),
}

/** An address's local part: `jules.hebert`. */
export function toLocalPart(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, '.')
}
