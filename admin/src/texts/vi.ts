import { inLanguage } from './language.ts'
import { texts } from './texts.ts'
import { framework } from './vi-framework.ts'

export default { ...inLanguage(texts, 1), ...framework }
