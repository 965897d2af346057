import { toast } from '@fairturn/ui/toasts.ts'
import { t } from '@lingui/core/macro'

/** `done` is shown once the text is in the clipboard. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done, 'success')
  } catch {
    toast(t`Copying is blocked here. Please select the text and copy it.`, 'error')
  }
}
