import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** The screens in the order of specification section 2, "Route table"; other screens last. */
export default [
  route('*', 'layout/not-found.tsx'),
  index('company/home.tsx'),
  route('inventory', 'parts/parts-list.tsx'),
  route('inventory/:partsId', 'parts/part-detail.tsx'),
  route('inventory/:partsId/purchase', 'orders/purchase.tsx'),
  route('login', 'identity/login.tsx'),
  route('register', 'identity/register.tsx'),
  route('blogs', 'company/blogs.tsx'),
  route('about', 'company/about.tsx'),
  route('contact-us', 'company/contact.tsx'),
  route('dashboard', 'layout/dashboard.tsx', [
    index('orders/my-orders.tsx'),
    route('my-review', 'reviews/write-review.tsx'),
    route('profile', 'users/profile.tsx'),
    route('payment/:id', 'payments/pay-for-order.tsx'),
    route('order/:id', 'orders/order.tsx'),
    layout('layout/admin-screens.tsx', [
      route('all-order', 'orders/all-orders.tsx'),
      route('addparts', 'parts/add-part.tsx'),
      route('makeAdmin', 'users/make-admin.tsx'),
      route('manegeProduct', 'parts/manage-stock.tsx'),
      route('set-aside', 'trust/set-aside.tsx'),
      route('messages', 'contact/messages.tsx'),
      route('all-quotes', 'quotes/all-quotes.tsx'),
      route('all-reviews', 'reviews/all-reviews.tsx'),
      route('mails', 'mails/outbox.tsx'),
      route('health', 'operations/health.tsx'),
      route('audit', 'operations/audit.tsx'),
    ]),
    route('quotes/:id?', 'quotes/saved-quotes.tsx'),
  ]),
  route('quote', 'quotes/instant-quote.tsx'),
  route('shared-quote/:secret', 'quotes/shared-quote.tsx'),
  route('track/:secret', 'orders/track.tsx'),
  route('reset-password', 'identity/reset-password.tsx'),
  route('verify-email', 'identity/verify-email.tsx'),
  route('sign-in-link', 'identity/sign-in-link.tsx'),
  // The file is not part of a build.
  ...(process.env['NODE_ENV'] === 'development' ? [route('dev/components', 'dev/components.tsx')] : []),
] satisfies RouteConfig
