// What the back office answers, in Serbian.
import type { BackofficeTexts } from './backoffice.ts'

export const backofficeRs: BackofficeTexts = {
  proof_is_being_made: 'Dokaz se upravo pravi; sačekajte',
  proof_cannot_be_made: 'Dokaz ne može da se napravi: {reason}',
  proof_key_is_configured:
    'Ključ kojim se dokazi potpisuju zadat je u podešavanjima servera; zamenite ga tamo',
  staff_session_has_ended: 'Prijavite se u administraciju',
  request_is_not_from_the_back_office: 'Ovaj zahtev nije stigao sa stranica administracije',
  your_role_may_not_do_this: 'Vaša uloga to ne dozvoljava',
  please_confirm_that_it_is_you: 'Potvrdite lozinkom i kodom ili pristupnim ključem i pokušajte ponovo',
  password_must_have_at_least_12_characters: 'Lozinka osoblja mora imati najmanje 12 znakova',
  operator_name_is_invalid:
    'Ime člana osoblja ima od 3 do 30 malih slova, cifara, tačaka i crtica, a počinje slovom',
  operator_name_is_taken: 'Neko iz osoblja već ima ili je imao ovo ime',
  operator_is_unknown: 'U osoblju nema nikoga sa ovim ID-jem',
  operator_has_changed: 'Uloga ovog kolege se u međuvremenu promenila; predložite ponovo',
  setup_code_is_not_valid: 'Ovaj kod za podešavanje nije važeći ili je istekao; zatražite novi',
  second_proof_is_required: 'Podesite aplikaciju za autentifikaciju ili pristupni ključ',
  last_proof_must_stay: 'Zadržite bar jednu aplikaciju za autentifikaciju ili pristupni ključ',
  there_must_be_an_owner: 'Mora ostati neko ko može da se prijavi kao vlasnik',
  nobody_decides_about_themselves: 'Niko ne odlučuje o sebi; obratite se kolegi',
  proposal_is_unknown: 'Ovaj predlog ne postoji',
  proposal_is_decided: 'Ovaj predlog više nije otvoren',
  proposal_has_expired: 'Ovaj predlog je istekao; napravite novi',
  proposal_has_changed: 'Ovo nije ono što je predloženo; pogledajte ponovo',
  proposal_is_void: 'Ko je ovo predložio, više to ne sme; napravite novi predlog',
  another_operator_must_approve: 'Četiri oka: mora da odobri neko drugi, a ne predlagač',
  proposal_could_not_be_executed:
    'Ovo nije moglo da se izvrši i ostaje otvoreno; razlog je prikazan uz predlog',
  proposal_is_not_yours: 'Predlog može da povuče samo onaj ko ga je dao',
  who_brought_money_in_does_not_send_it_out:
    'Razdvojene dužnosti: ko je uneo novac za ovog člana ne odobrava niti šalje njegovu isplatu; to radi drugi kolega',
  who_approved_a_payment_does_not_release_it:
    'Razdvojene dužnosti: datoteku plaćanja šalje neko ko u njoj ništa nije odobrio',
  who_imported_money_does_not_say_whose_it_is:
    'Razdvojene dužnosti: ko je uvezao izvod ne uparuje ručno njegov novac; to radi drugi kolega',
  who_imported_a_statement_does_not_confirm_it:
    'Razdvojene dužnosti: potvrđuje neko drugi, a ne ko je uvezao',
  bank_statement_needs_no_confirmation: 'Ovaj izvod je prihvaćen i ne čeka nikoga',
  withdrawal_takes_two_people: 'Ovu isplatu moraju da odobre dve osobe',
  bank_file_is_required: 'Izaberite datoteku banke',
  bank_file_is_too_large: 'Datoteka banke može imati najviše 20 MB',
  bank_file_is_not_readable:
    'Ova datoteka ne može da se pročita; ništa iz nje nije uzeto. Preuzmite je ponovo od banke, neizmenjenu',
  bank_file_is_of_another_kind:
    'Ovo je druga vrsta datoteke: izvodi su camt.053, odgovori na datoteke plaćanja pain.002; obaveštenja (camt.052, camt.054) se ne uvoze',
  bank_file_is_of_another_account: 'Ovaj izvod je od drugog računa, a ne od onog na koji stižu uplate',
  bank_file_is_in_another_currency: 'Ova datoteka ima iznose u drugoj valuti',
  bank_statement_does_not_add_up: 'Početno stanje i stavke ne daju krajnje stanje; ništa nije uzeto',
  bank_statement_was_imported_otherwise:
    'Ovaj izvod je već uvezen sa drugim stavkama; pitajte banku koji je ispravan',
  receiving_account_is_not_set: 'Prvo podesite račun na koji stižu uplate',
  csv_mapping_is_unknown: 'Nema takvog rasporeda kolona',
  bank_statement_is_unknown: 'Nema takvog izvoda',
  bank_line_is_unknown: 'Nema takve stavke izvoda',
  bank_line_is_in_another_state: 'Ova stavka je u drugom stanju; pogledajte je ponovo',
  refund_goes_to_the_sender: 'Novac se vraća samo na račun sa kog je poslat',
  payout_is_not_ready:
    'Jedna od isplata ne može u ovu datoteku: nije odobrena, zadržana je ili je već u drugoj',
  payout_batch_is_unknown: 'Nema takve datoteke plaćanja',
  payout_batch_is_in_another_state: 'Ova datoteka plaćanja je u drugom stanju; pogledajte je ponovo',
  withdrawal_is_in_a_payment_file:
    'Ova isplata je u datoteci plaćanja koju banka može da izvrši; više ne može da se odbije',
  card_event_is_unknown: 'Nema takvog događaja kartičnog partnera',
  card_event_needs_no_review: 'Ovaj događaj ne traži pregled',
  member_is_unknown: 'Takav član ne postoji',
  member_is_not_locked: 'Ovaj nalog nije zaključan',
  look_at_the_member_first: 'Najpre otvorite ovog člana i navedite razlog',
  member_is_locked_for_security:
    'Ovaj nalog je zaključan radi bezbednosti; za otključavanje je potrebno dvoje',
  session_is_unknown: 'Ova sesija ne postoji ili je završena',
  somebody_else_has_changed_this: 'Neko drugi je ovo u međuvremenu promenio; pogledajte ponovo pre čuvanja',
  nothing_would_change: 'Već je tako; ništa se ne bi promenilo',
  version_is_unknown: 'Ova verzija ne postoji',
  minimum_withdrawal_is_too_high: 'Tako visok minimum bi članovima uskratio njihov novac (obećanje 5)',
  withdrawal_fee_is_too_high:
    'Naknada je veća od desetine najmanje isplate; niko ne treba toliko da plati da bi došao do svog novca',
  link_host_is_not_configured: '{host} nije naveden u konfiguraciji sistema; veza može da vodi na: {hosts}',
  currency_cannot_change: 'Knjige se već vode u ovoj valuti; ona se više ne može promeniti',
  level_can_only_be_bought: 'Svaki nivo koji se plaća mora moći i da se zasluži (obećanje 1)',
  first_level_must_stay: 'Svi počinju na prvom nivou: on ostaje prvi, besplatan i bez uslova',
  level_gives_less_than_the_one_below:
    'Nivo mora davati bar koliko i onaj ispod njega, a ne sme tražiti manje',
  level_name_is_taken: 'Dva nivoa imaju ovo ime',
  level_is_in_use: 'Članovi imaju ili su imali ovaj nivo; ne može se ukloniti',
  invitation_is_unknown: 'Takva pozivnica ne postoji',
  invitation_is_not_open: 'Ova pozivnica je iskorišćena, istekla ili je već okončana',
  invitation_end_is_not_possible: 'Izaberite kraj koji tek dolazi, u okviru godinu dana',
  broadcast_is_unknown: 'Takvo zajedničko obaveštenje ne postoji',
  broadcast_is_in_another_state: 'Slanje ovog obaveštenja je već počelo, završeno je ili je otkazano',
  broadcast_names_an_address: 'Ne pišite veb-adrese; uputite na ekran aplikacije',
  broadcast_time_is_not_possible: 'Izaberite vreme koje tek dolazi, u okviru godinu dana',
  broadcast_reaches_nobody: 'Niko ne pripada ovoj grupi',
  page_is_empty: 'Stranica mora nešto da kaže',
  film_is_not_readable: 'Izaberite film u formatu MP4 ili WebM',
  film_is_too_large: 'Film ima najviše 20 MB',
  film_is_unknown: 'Na ovoj adresi nema filma ni slike',
  file_is_no_longer_here: 'Ove datoteke više nema; izaberite je ponovo',
  captions_are_not_readable: 'Titlovi su WebVTT: red WEBVTT, zatim vremena i tekst',
  account_is_unknown: 'U glavnoj knjizi nema ovog računa',
  entry_is_unknown: 'U glavnoj knjizi nema ovog knjiženja',
  adjustment_is_not_possible: 'Između ovih računa nema takve ispravke',
  adjustment_exceeds_what_is_there: 'Račun koji daje nema toliko slobodno',
  nothing_was_found_here: 'Ovaj račun se ispravlja samo tamo gde je provera knjige transakcija našla razliku',
  refund_refers_to_nothing_of_theirs: 'Ovaj član nema takvu porudžbinu, kampanju ili nivo',
  check_is_unknown: 'Nema takve provere knjige transakcija',
  freeze_is_unknown: 'Ništa ne čeka pod ovom oznakom',
  check_still_finds_this:
    'Poslednja provera i dalje nalazi zašto ovo čeka; nastavlja se kada se razlika reši',
  check_the_books_first:
    'Prvo proverite knjigu transakcija: provera iz poslednjeg sata više ne sme da nalazi zašto ovo čeka',
}
