// Parts of a first screen whose code is separate from it.
import { lazy, type ComponentType } from 'react'
import { loadOtherTexts } from './locale.ts'

type FetchCode<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Opened by the member, such as a dialog. Its texts are not in the catalogue of the first screens (texts.test.ts). */
export const later = <Props>(fetchCode: FetchCode<Props>) => lazy(() => withTexts(fetchCode))

/** Shown by itself: left out if it cannot be loaded, so that the screen around it stays. */
export const laterOrNever = <Props>(fetchCode: FetchCode<Props>) =>
  lazy(() => withTexts(fetchCode).catch(() => ({ default: (() => null) as ComponentType<Props> })))

async function withTexts<Props>(fetchCode: FetchCode<Props>) {
  const [code] = await Promise.all([fetchCode(), loadOtherTexts()])
  return code
}
