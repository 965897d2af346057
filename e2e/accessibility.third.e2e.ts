import { walkInThirdOfLanguages } from './accessibility.ts'

walkInThirdOfLanguages(2)
