import { LANGUAGES } from '@fairturn/contract/locales'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// The banner video: muted, plays only while visible, can be paused, does not start with reduced motion. Its
// captions are rendered over it in our own font; they are also its text alternative.
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale, useSettings } from '../useSession.ts'

const OWN_FILM = '/media/banner.mp4'

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function BannerVideo() {
  const settings = useSettings()
  const locale = useLocale()
  if (!settings) return <Skeleton className="mt-5 h-45 rounded-card" />
  const film = settings.banner_video.value || OWN_FILM
  // Remounted on a change of language: browsers load tracks only for a new video element.
  return <Film key={`${film} ${locale}`} film={film} poster={settings.banner_poster.value} />
}

function Film({ film, poster }: { film: string; poster: string | null }) {
  const { t } = useLingui()
  const locale = useLocale()
  const video = useRef<HTMLVideoElement>(null)
  const [enabled, setEnabled] = useState(() => !prefersStillness())
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const [caption, setCaption] = useState('')
  const readCaptions = useCallback((element: HTMLTrackElement) => followCaptions(element, setCaption), [])
  usePlaysInView(video, enabled)

  return (
    <section aria-label={t`Video`} className="relative mt-5 h-45 overflow-hidden rounded-card bg-action">
      <video
        ref={video}
        className="size-full object-cover"
        src={film}
        poster={poster ?? undefined}
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
          ref={readCaptions}
          kind="captions"
          src={film.replace(/\.\w+$/, `.${locale}.vtt`)}
          srcLang={LANGUAGES[locale].tag}
          label={LANGUAGES[locale].name}
        />
      </video>
      {/* A new element for each caption: an element that grows to two lines would count as a layout shift. */}
      {caption && (
        <p
          key={caption}
          className="pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(14_16_20/0.72)] to-transparent pt-10 pr-[35%] pb-3.5 pl-4 text-title text-[#fff] large-text:pr-4 large-text:text-body"
        >
          {caption}
        </p>
      )}
      {!failed && (
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? t`Pause video` : t`Play video`}
          framed
          onClick={() => setEnabled(!playing)}
          className="absolute! right-3 bottom-3 large-text:top-3 large-text:bottom-auto"
        />
      )}
    </section>
  )
}

/** Reports the text of the current cue; before the video starts, the first one's. */
function followCaptions(element: HTMLTrackElement, onCaption: (words: string) => void): () => void {
  const { track } = element
  const read = () => {
    const cue = (track.activeCues?.[0] ?? track.cues?.[0]) as VTTCue | undefined
    // Takes the text only; a cue's markup is not rendered.
    onCaption(cue?.getCueAsHTML().textContent ?? '')
  }
  // `hidden` loads the cues without displaying them.
  track.mode = 'hidden'
  track.addEventListener('cuechange', read)
  element.addEventListener('load', read)
  return () => {
    track.removeEventListener('cuechange', read)
    element.removeEventListener('load', read)
  }
}

function usePlaysInView(video: { readonly current: HTMLVideoElement | null }, enabled: boolean): void {
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    if (!enabled) {
      element.pause()
      return undefined
    }
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.isIntersecting === true
        // Playback may be refused, for example in power-saving mode: the poster stays, and the button plays
        // it.
        if (seen) element.play().catch(() => undefined)
        else element.pause()
      },
      { threshold: 0.25 },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [video, enabled])
}
