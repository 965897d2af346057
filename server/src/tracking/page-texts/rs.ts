// The link page in Serbian, Latin script.
import type { PageTexts } from '../page-texts.ts'

export const rs: PageTexts = {
  demo: 'Demo: izmišljeni oglašivači, bez pravog novca',
  sponsored: 'Sponzorisano',
  advertiser: 'Oglašivač: {brand}',
  reward: 'Član koji je podelio ovaj link dobija nagradu ako nastavite.',
  continue_to: 'Nastavi na {host}',
  privacy: 'Vaša poseta se broji bez čuvanja IP adrese.',
  unknown_title: 'Ovaj link ne vodi nikuda',
  unknown_text:
    'Proverite da li je adresa kopirana u celosti ili zatražite novi link od osobe koja ga je podelila.',
  ended_title: 'Ovo deljenje je završeno',
  ended_text: 'Zadatak iza ovog linka je završen, pa više ne donosi nagradu.',
  retry_title: 'Samo trenutak',
  retry_text: 'Stranica trenutno ne može da se otvori. Pokušajte ponovo za koji trenutak.',
  retry: 'Pokušaj ponovo',
}
