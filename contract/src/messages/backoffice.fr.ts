// What the back office answers, in French.
import type { BackofficeTexts } from './backoffice.ts'

export const backofficeFr: BackofficeTexts = {
  proof_is_being_made: 'Une preuve est en cours ; attendez qu’elle soit établie',
  proof_cannot_be_made: 'La preuve ne peut pas être établie : {reason}',
  proof_key_is_configured: 'La clé qui signe les preuves est fixée dans la configuration ; remplacez-la là',
  staff_session_has_ended: 'Veuillez vous connecter au back-office',
  request_is_not_from_the_back_office: 'Cette requête ne vient pas des pages du back-office',
  your_role_may_not_do_this: 'Votre rôle ne le permet pas',
  please_confirm_that_it_is_you:
    'Confirmez avec votre mot de passe et un code, ou avec une clé d’accès, puis réessayez',
  password_must_have_at_least_12_characters: 'Le mot de passe du personnel compte au moins 12 caractères',
  operator_name_is_invalid:
    'Un nom du personnel compte de 3 à 30 minuscules, chiffres, points et tirets, et commence par une lettre',
  operator_name_is_taken: 'Ce nom est ou a été celui d’un membre du personnel',
  operator_is_unknown: 'Personne dans le personnel n’a cet identifiant',
  operator_has_changed: 'Le rôle de ce collègue a changé entre-temps ; refaites la proposition',
  setup_code_is_not_valid: 'Ce code d’installation n’est pas valable ou a expiré ; demandez-en un nouveau',
  second_proof_is_required: 'Configurez une application d’authentification ou une clé d’accès',
  last_proof_must_stay: 'Gardez au moins une application d’authentification ou une clé d’accès',
  there_must_be_an_owner: 'Il doit rester quelqu’un qui puisse se connecter comme propriétaire',
  nobody_decides_about_themselves: 'Personne ne décide pour soi-même ; demandez à un collègue',
  proposal_is_unknown: 'Cette proposition n’existe pas',
  proposal_is_decided: 'Cette proposition n’est plus ouverte',
  proposal_has_expired: 'Cette proposition a expiré ; refaites-la',
  proposal_has_changed: 'Ce n’est pas ce qui a été proposé ; regardez-la de nouveau',
  proposal_is_void: 'L’auteur de cette proposition n’y est plus autorisé ; refaites-la',
  another_operator_must_approve: 'Quatre yeux : une autre personne que l’auteur doit approuver',
  proposal_could_not_be_executed:
    'Cela n’a pas pu être exécuté et reste ouvert ; la raison est affichée avec la proposition',
  proposal_is_not_yours: 'Seul l’auteur de la proposition peut la retirer',
  who_brought_money_in_does_not_send_it_out:
    'Séparation des tâches : qui a fait entrer de l’argent pour ce membre n’approuve ni n’envoie son retrait ; un autre collègue s’en charge',
  who_approved_a_payment_does_not_release_it:
    'Séparation des tâches : un fichier de paiement est envoyé par quelqu’un qui n’y a rien approuvé',
  who_imported_money_does_not_say_whose_it_is:
    'Séparation des tâches : qui a importé le relevé n’en rapproche pas l’argent à la main ; un autre collègue s’en charge',
  who_imported_a_statement_does_not_confirm_it:
    'Séparation des tâches : quelqu’un d’autre que l’importateur confirme',
  bank_statement_needs_no_confirmation: 'Ce relevé est accepté et n’attend personne',
  withdrawal_takes_two_people: 'Deux personnes doivent approuver ce retrait',
  bank_file_is_required: 'Choisissez un fichier de la banque',
  bank_file_is_too_large: 'Un fichier de la banque compte au plus 20 Mo',
  bank_file_is_not_readable:
    'Ce fichier ne peut pas être lu ; rien n’en a été repris. Récupérez-le de nouveau à la banque, sans le modifier',
  bank_file_is_of_another_kind:
    'C’est un autre type de fichier : les relevés sont en camt.053, les réponses aux fichiers de paiement en pain.002 ; les avis (camt.052, camt.054) ne sont pas importés',
  bank_file_is_of_another_account: 'Ce relevé concerne un autre compte que celui qui reçoit les dépôts',
  bank_file_is_in_another_currency: 'Ce fichier contient des montants dans une autre devise',
  bank_statement_does_not_add_up:
    'Le solde d’ouverture et les lignes ne donnent pas le solde de clôture ; rien n’a été repris',
  bank_statement_was_imported_otherwise:
    'Ce relevé a déjà été importé avec d’autres lignes ; demandez à la banque lequel est juste',
  receiving_account_is_not_set: 'Indiquez d’abord le compte qui reçoit les dépôts',
  csv_mapping_is_unknown: 'Cette correspondance de colonnes n’existe pas',
  bank_statement_is_unknown: 'Ce relevé bancaire n’existe pas',
  bank_line_is_unknown: 'Cette ligne de relevé n’existe pas',
  bank_line_is_in_another_state: 'Cette ligne est dans un autre état ; regardez-la de nouveau',
  refund_goes_to_the_sender: 'L’argent ne retourne qu’au compte qui l’a envoyé',
  payout_is_not_ready:
    'L’un de ces paiements ne peut figurer dans ce fichier : non approuvé, retenu, ou déjà dans un autre',
  payout_batch_is_unknown: 'Ce fichier de paiement n’existe pas',
  payout_batch_is_in_another_state: 'Ce fichier de paiement est dans un autre état ; regardez-le de nouveau',
  withdrawal_is_in_a_payment_file:
    'Ce retrait figure dans un fichier de paiement que la banque peut exécuter ; il ne peut plus être refusé',
  card_event_is_unknown: 'Cet événement du prestataire de cartes n’existe pas',
  card_event_needs_no_review: 'Cet événement ne demande l’examen de personne',
  member_is_unknown: 'Ce membre n’existe pas',
  member_is_not_locked: 'Ce compte n’est pas bloqué',
  look_at_the_member_first: 'Consultez d’abord ce membre, en disant pourquoi',
  member_is_locked_for_security:
    'Ce compte est bloqué par sécurité ; il faut deux personnes pour le débloquer',
  session_is_unknown: 'Cette session n’existe pas ou est terminée',
  somebody_else_has_changed_this:
    'Quelqu’un d’autre a modifié ceci entre-temps ; regardez à nouveau avant d’enregistrer',
  nothing_would_change: 'C’est déjà ainsi ; rien ne changerait',
  version_is_unknown: 'Cette version n’existe pas',
  minimum_withdrawal_is_too_high:
    'Un minimum aussi élevé empêcherait les membres d’accéder à leur argent (promesse 5)',
  withdrawal_fee_is_too_high:
    'Les frais dépassent un dixième du plus petit retrait ; personne ne doit payer cela pour accéder à son argent',
  link_host_is_not_configured:
    '{host} ne figure pas dans la configuration du déploiement ; un lien peut mener à : {hosts}',
  currency_cannot_change: 'Le grand livre utilise déjà cette monnaie ; elle ne peut plus être changée',
  level_can_only_be_bought: 'Tout niveau payant doit aussi pouvoir se mériter (promesse 1)',
  first_level_must_stay:
    'Tout le monde commence au premier niveau : il reste le premier, gratuit et sans condition',
  level_gives_less_than_the_one_below:
    'Un niveau doit donner au moins autant que celui du dessous, et ne pas demander moins',
  level_name_is_taken: 'Deux niveaux portent ce nom',
  level_is_in_use: 'Des membres ont ou ont eu ce niveau ; il ne peut pas être supprimé',
  invitation_is_unknown: 'Cette invitation n’existe pas',
  invitation_is_not_open: 'Cette invitation est épuisée, expirée ou déjà close',
  invitation_end_is_not_possible: 'Choisissez une fin à venir, dans l’année',
  broadcast_is_unknown: 'Cette annonce n’existe pas',
  broadcast_is_in_another_state: 'L’envoi de cette annonce a commencé, est terminé ou a été annulé',
  broadcast_names_an_address: 'N’écrivez pas d’adresse web\u202f ; menez plutôt à un écran de l’application',
  broadcast_time_is_not_possible: 'Choisissez un moment à venir, dans l’année',
  broadcast_reaches_nobody: 'Personne ne fait partie de ce public',
  page_is_empty: 'Une page doit dire quelque chose',
  film_is_not_readable: 'Choisissez un film MP4 ou WebM',
  film_is_too_large: 'Un film pèse au plus 20 Mo',
  film_is_unknown: 'Il n’y a ni film ni image à cette adresse',
  file_is_no_longer_here: 'Ce fichier n’est plus là\u202f ; choisissez-le de nouveau',
  captions_are_not_readable:
    'Les sous-titres sont en WebVTT\u202f: une ligne WEBVTT, puis des temps et des textes',
  account_is_unknown: 'Ce compte n’existe pas dans le grand livre',
  entry_is_unknown: 'Cette écriture n’existe pas dans le grand livre',
  adjustment_is_not_possible: 'Aucun ajustement de ce type n’est possible entre ces comptes',
  adjustment_exceeds_what_is_there: 'Le compte qui donne ne dispose pas d’autant',
  nothing_was_found_here: 'Ce compte n’est ajusté que là où la vérification du grand livre a trouvé un écart',
  refund_refers_to_nothing_of_theirs: 'Ce membre n’a pas cette commande, cette campagne ou ce niveau',
  check_is_unknown: 'Cette vérification du grand livre n’existe pas',
  freeze_is_unknown: 'Rien n’attend sous cet identifiant',
  check_still_finds_this:
    'Le dernier contrôle trouve encore pourquoi ceci attend ; cela reprendra une fois l’écart réglé',
  check_the_books_first:
    'Contrôlez d’abord les comptes : un contrôle de la dernière heure ne doit plus trouver pourquoi ceci attend',
}
