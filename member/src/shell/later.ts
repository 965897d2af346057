// Parts of a first screen that are shown later, such as dialogs: their code is separate, and their texts are not in the
// catalogue that is loaded with the first screens (texts.test.ts).
import { lazy, type ComponentType } from 'react'
import { loadOtherTexts } from './locale.ts'

export const later = <Props>(fetchCode: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    const [code] = await Promise.all([fetchCode(), loadOtherTexts()])
    return code
  })
