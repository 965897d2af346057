// The banner film: silent, plays only while it is seen, can be stopped, stands still under reduced motion.
// Its captions are drawn over it in our own type; they are what it says to whoever cannot see it.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { LANGUAGES } from '../locale.ts'
import { useLocale, useSettings } from '../useSession.ts'

const OWN_FILM = '/media/banner.mp4'

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function BannerVideo() {
  const { t } = useLingui()
  const settings = useSettings()
  const locale = useLocale()
  const video = useRef<HTMLVideoElement>(null)
  const [wanted, setWanted] = useState(() => !prefersStillness())
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const film = settings?.banner_video.value || OWN_FILM
  const caption = useCaption(video, film, locale)
  usePlaysInView(video, wanted)

  if (!settings) return <Skeleton className="mt-5 h-45 rounded-card" />
  const poster = settings.banner_poster.value ?? undefined
  return (
    <section aria-label={t`Film`} className="relative mt-5 h-45 overflow-hidden rounded-card bg-action">
      <video
        ref={video}
        // Another language is another track; browsers only read tracks when the film is new to them.
        key={`${film} ${locale}`}
        className="size-full object-cover"
        src={film}
        poster={poster}
        muted
        loop
        playsInline
        disablePictureInPicture
        preload="none"
        onPlaying={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setFailed(true)}
      >
        <track
          kind="captions"
          src={captionsOf(film, locale)}
          srcLang={LANGUAGES[locale].tag}
          label={LANGUAGES[locale].name}
        />
      </video>
      {caption && (
        <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(14_16_20/0.6)] to-transparent px-4 pt-10 pr-16 pb-3.5 text-title text-pretty text-[#fff]">
          {caption}
        </p>
      )}
      {!failed && (
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? t`Stop the film` : t`Play the film`}
          framed
          onClick={() => setWanted(!playing)}
          className="absolute! right-3 bottom-3"
        />
      )}
    </section>
  )
}

const captionsOf = (film: string, locale: string) => film.replace(/\.\w+$/, `.${locale}.vtt`)

/** The words of the cue at hand; the first one while the film has not begun. */
function useCaption(video: { current: HTMLVideoElement | null }, film: string, locale: string): string {
  const [caption, setCaption] = useState('')
  useEffect(() => {
    const track = video.current?.textTracks[0]
    if (!track) return
    const element = video.current?.querySelector('track')
    const read = () => {
      const cue = (track.activeCues?.[0] ?? track.cues?.[0]) as VTTCue | undefined
      // A cue's markup is not ours to draw.
      setCaption(cue?.getCueAsHTML().textContent ?? '')
    }
    // `hidden` fetches the cues without drawing them.
    track.mode = 'hidden'
    track.addEventListener('cuechange', read)
    element?.addEventListener('load', read)
    return () => {
      track.removeEventListener('cuechange', read)
      element?.removeEventListener('load', read)
    }
  }, [video, film, locale])
  return caption
}

function usePlaysInView(video: { current: HTMLVideoElement | null }, wanted: boolean): void {
  useEffect(() => {
    const element = video.current
    if (!element) return
    if (!wanted) return element.pause()
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.isIntersecting === true
        // Refused under a power saver, for one: then the poster stands, and the button plays it.
        if (seen) element.play().catch(() => undefined)
        else element.pause()
      },
      { threshold: 0.25 },
    )
    watch.observe(element)
    return () => watch.disconnect()
  })
}
