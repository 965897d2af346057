import { walkInThirdOfLanguages } from './accessibility.ts'

walkInThirdOfLanguages(1)
