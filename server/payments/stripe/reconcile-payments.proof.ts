import '#tests/support/doubles/with-stripe.ts'
import '#server/payments/reconcile-payments.test.ts'
