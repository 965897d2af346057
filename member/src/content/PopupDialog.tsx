import { date } from '@fairturn/ui/formats.ts'
// The popup: one image per language, shown once a day. Opens only after the image has loaded.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { writeStored, readStored } from '../shell/device.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { popupQuery } from '../shell/queries.ts'
import { useLocale } from '../shell/useSession.ts'
import { useProofFailed } from '../transparency/proof/alarm.ts'

const CLOSED_ON = 'popup_closed_on'

export default function PopupDialog() {
  const { t } = useLingui()
  useLocale()
  // An announcement must not cover the alarm, whenever that comes.
  const failed = useProofFailed()
  const [today] = useState(() => date(new Date()))
  const [closed, setClosed] = useState(() => readStored(CLOSED_ON) === today)
  // Without an image, or if it fails to load, there is no popup and no error.
  const { data } = useQuery({ ...popupQuery(), enabled: !closed })
  const image = useLoadedImage(closed ? undefined : data?.image)

  function close() {
    writeStored(CLOSED_ON, today)
    setClosed(true)
  }

  return (
    <Dialog
      open={!closed && !failed && image !== undefined}
      onClose={close}
      title={t`Announcement`}
      titleHidden
      // All of the picture is in view, on its side too.
      maxWidth={
        image ? `min(500px, (100dvh - 34px) * ${(image.naturalWidth / image.naturalHeight).toFixed(4)})` : 500
      }
      bare
    >
      {image && (
        <img
          src={image.src}
          width={image.naturalWidth}
          height={image.naturalHeight}
          alt={data?.alt ?? t`Announcement`}
          className="block h-auto w-full"
        />
      )}
    </Dialog>
  )
}

function useLoadedImage(src: string | null | undefined): HTMLImageElement | undefined {
  const [loaded, setLoaded] = useState<HTMLImageElement>()
  useEffect(() => {
    if (!src) return
    const image = new Image()
    image.addEventListener('load', () => setLoaded(image), { once: true })
    image.src = src
  }, [src])
  return loaded
}
