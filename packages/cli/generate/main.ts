import { writeFileSync } from 'node:fs'
import { catalogueText } from './catalogue-text.ts'

writeFileSync(new URL('../src/generated/catalogue.ts', import.meta.url), catalogueText())
