import { walkInThirdOfLanguages } from './accessibility.ts'

walkInThirdOfLanguages(0)
