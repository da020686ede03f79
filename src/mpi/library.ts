/**
 * The C text of a library between Node and MPI (Node-API). It is compiled by the MPI compiler of the machine, so that it has the handles and constants of the MPI that started the ranks.
 *
 *     begin()                         { rank, count, beside, carrier }   MPI_Init; `beside`: ranks of this host
 *     isOpen                          of Open MPI, else of MPICH and what descends from it
 *     open(area, peers, gathered, deadline, spins)  a function: a meeting with all peers, of each five numbers {rank, sent from, doubles, received at, doubles}; where `gathered` is {sent from,
 *                                     received at, doubles}, not empty, calls post messages, wait for them and gather these of all, by turns; `spins`: it tries for long before it sleeps, else briefly. `address` of it is that of the function in C
 *     allGather(own, all, deadline)   bytes
 *     send(bytes, to, deadline), receive(bytes, from, deadline)
 *     isTaken(most)                   whether what this process has printed was taken by who reads it, within `most` ms; false where the system does not tell
 *     end(), abort(code)
 *
 * What waits gives 0, or 1 + the number of a rank that did not come within `deadline` ms; a meeting that gathers -1, where all are there, too late. It tries, gives its core away between tries, and sleeps where the wait is long: a rank that
 * has a core of its own is answered within a microsecond, and several that share one get on. No clock is read before it has waited for long. Time in which the process
 * was stopped itself does not count: from look to look it is a fifth of a second at most.
 */
import { addressText } from '../native/address.js';

export const libraryText = `#define _GNU_SOURCE
#include <mpi.h>
#include <node_api.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
enum { piece = 1 << 28, tag = 7, call = tag + 3, called = 3000, unknown = -1 };
/*
 * Tries before a core is given away between two of them, as many again before it sleeps. Few where ranks share cores, and where so many waits in a row were too long for them: another program has the
 * core of a partner, and trying takes the time that it needs. One wait in many tries for long again.
 */
enum { many = 1000, few = 20, patience = 8, probing = 64 };
static int rm_most = many, rm_misses = 0, rm_beside = 1;
static double rm_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}
/* 0, or 1 + the first of the requests that is not done. Where it heeds calls, it ends with one of another rank, too. */
static int rm_settle(int count, MPI_Request *requests, double deadline, int heeds) {
  const int tries = rm_misses < patience || rm_misses % probing == 0 ? rm_most : few;
  int done = 0;
  long turns = 0;
  double looked = 0, waited = 0;
  for (;;) {
    MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    if (done) {
      if (turns >= 2 * tries) rm_misses++;
      else if (tries > few) rm_misses = 0;
      return 0;
    }
    if (++turns < tries) continue;
    if (turns < 2 * tries) {
      sched_yield();
      continue;
    }
    double now = rm_now(), passed = looked > 0 ? now - looked : 0;
    waited += passed < 200 ? passed : 200;
    looked = now;
    if (waited > deadline) break;
    int asked = 0;
    if (heeds) MPI_Iprobe(MPI_ANY_SOURCE, call, MPI_COMM_WORLD, &asked, MPI_STATUS_IGNORE);
    if (asked) break;
    const struct timespec nap = {0, 10000};
    nanosleep(&nap, NULL);
  }
  for (int k = 0; k < count; k++) {
    int one = 0;
    if (requests[k] == MPI_REQUEST_NULL) continue;
    MPI_Test(&requests[k], &one, MPI_STATUS_IGNORE);
    if (!one) return 1 + k;
  }
  return 0;
}
${addressText}
typedef struct {
  rm_address address;
  napi_ref area;
  double *F, deadline;
  int peers, gathers, stage, ranks;
  int32_t (*peer)[5], gathered[3];
  /* Of messages with peers; of calls to all ranks, and theirs. */
  MPI_Request *requests, *calls;
  char *heard;
} rm_meeting;
/*
 * Who did not come, where all gather and none says who is missing: the first that gives up calls all, and all that wait call, too, once they see it. Who has not called within some seconds, or a
 * quarter of the deadline, does not wait for the others: it is named. None is, where all call.
 */
static int rm_missing(rm_meeting *m) {
  static const char here = 1;
  for (int r = 0; r < m->ranks; r++) MPI_Irecv(m->heard + r, 1, MPI_BYTE, r, call, MPI_COMM_WORLD, &m->calls[r]);
  for (int r = 0; r < m->ranks; r++) MPI_Isend(&here, 1, MPI_BYTE, r, call, MPI_COMM_WORLD, &m->calls[m->ranks + r]);
  const int missing = rm_settle(m->ranks, m->calls, m->deadline / 4 > called ? m->deadline / 4 : called, 0);
  return missing ? missing : unknown;
}
static int rm_gather(rm_meeting *m) {
  MPI_Request request;
  const int count = m->gathered[2];
  MPI_Iallgather(m->F + m->gathered[0], count, MPI_DOUBLE, m->F + m->gathered[1], count, MPI_DOUBLE, MPI_COMM_WORLD, &request);
  return rm_settle(1, &request, m->deadline, 1) ? rm_missing(m) : 0;
}
static napi_value rm_throw(napi_env env, const char *message) {
  napi_throw_error(env, NULL, message);
  return NULL;
}
static napi_value rm_number(napi_env env, int value) {
  napi_value made = NULL;
  napi_create_int32(env, value, &made);
  return made;
}
static void rm_post(rm_meeting *m) {
  /* Sends first: the messages are under way while the receives are posted. Receives are the first of the requests: so can be said who did not come. */
  for (int k = 0; k < m->peers; k++) MPI_Isend(m->F + m->peer[k][1], m->peer[k][2], MPI_DOUBLE, m->peer[k][0], tag, MPI_COMM_WORLD, &m->requests[m->peers + k]);
  for (int k = 0; k < m->peers; k++) MPI_Irecv(m->F + m->peer[k][3], m->peer[k][4], MPI_DOUBLE, m->peer[k][0], tag, MPI_COMM_WORLD, &m->requests[k]);
}
static int rm_come(rm_meeting *m) {
  if (m->peers == 0) return 0;
  const int missing = rm_settle(2 * m->peers, m->requests, m->deadline, m->gathers);
  if (!missing) return 0;
  return m->gathers ? rm_missing(m) : 1 + m->peer[(missing - 1) % m->peers][0];
}
/* Needs nothing of Node: gives 0, 1 + the number of a rank that did not come, or unknown. */
static int rm_meet(void *context) {
  rm_meeting *m = context;
  if (!m->gathers) {
    rm_post(m);
    return rm_come(m);
  }
  m->stage = (m->stage + 1) % 3;
  if (m->stage == 0) return rm_gather(m);
  if (m->stage == 2) return rm_come(m);
  rm_post(m);
  return 0;
}
static napi_value rm_called(napi_env env, napi_callback_info info) {
  void *meeting;
  size_t none = 0;
  if (napi_get_cb_info(env, info, &none, NULL, NULL, &meeting) != napi_ok) return rm_throw(env, "no meeting");
  return rm_number(env, rm_meet(meeting));
}
static napi_value rm_open(napi_env env, napi_callback_info info) {
  napi_value given[5], buffer, address, made = NULL;
  size_t count = 5, offset, doubles, words, three;
  bool spins;
  napi_typedarray_type type;
  void *area, *list, *gathered;
  double deadline;
  rm_meeting *m = calloc(1, sizeof *m);
  if (!m || napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 5 ||
      napi_get_typedarray_info(env, given[0], &type, &doubles, &area, &buffer, &offset) != napi_ok ||
      napi_get_typedarray_info(env, given[1], &type, &words, &list, &buffer, &offset) != napi_ok ||
      napi_get_typedarray_info(env, given[2], &type, &three, &gathered, &buffer, &offset) != napi_ok ||
      napi_get_value_double(env, given[3], &deadline) != napi_ok || napi_get_value_bool(env, given[4], &spins) != napi_ok)
    return rm_throw(env, "no area to exchange");
  if (!spins) rm_most = few;
  m->F = area;
  m->deadline = deadline;
  m->peers = (int)(words / 5);
  m->gathers = three == 3;
  if (m->gathers) memcpy(m->gathered, gathered, sizeof m->gathered);
  m->peer = malloc(words * sizeof(int32_t) + 1);
  m->requests = calloc(2 * (size_t)m->peers + 1, sizeof *m->requests);
  MPI_Comm_size(MPI_COMM_WORLD, &m->ranks);
  m->calls = calloc(2 * (size_t)m->ranks, sizeof *m->calls);
  m->heard = malloc((size_t)m->ranks);
  if (!m->peer || !m->requests || !m->calls || !m->heard) return rm_throw(env, "no memory for messages between ranks");
  memcpy(m->peer, list, words * sizeof(int32_t));
  /* Kept for as long as the process lives: a run has one. */
  napi_create_reference(env, given[0], 1, &m->area);
  napi_create_function(env, "meet", NAPI_AUTO_LENGTH, rm_called, m, &made);
  /* By which native kernels call it. */
  m->address = (rm_address){rm_meet, m};
  napi_create_external(env, &m->address, NULL, NULL, &address);
  napi_set_named_property(env, made, "address", address);
  return made;
}
static int rm_bytes(napi_env env, napi_value array, char **at, size_t *length) {
  napi_typedarray_type type;
  napi_value buffer;
  size_t offset;
  void *data;
  if (napi_get_typedarray_info(env, array, &type, length, &data, &buffer, &offset) != napi_ok) return 0;
  *at = data;
  return 1;
}
static napi_value rm_all_gather(napi_env env, napi_callback_info info) {
  napi_value given[3];
  size_t count = 3, mine, all;
  char *own, *to;
  double deadline;
  int ranks, missing = 0;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || !rm_bytes(env, given[0], &own, &mine) || !rm_bytes(env, given[1], &to, &all) ||
      napi_get_value_double(env, given[2], &deadline) != napi_ok)
    return rm_throw(env, "no bytes to gather");
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Request *requests = calloc(2 * (size_t)ranks, sizeof *requests);
  if (!requests) return rm_throw(env, "no memory for messages between ranks");
  for (int r = 0; r < ranks; r++) MPI_Irecv(to + (size_t)r * mine, (int)mine, MPI_BYTE, r, tag + 1, MPI_COMM_WORLD, &requests[r]);
  for (int r = 0; r < ranks; r++) MPI_Isend(own, (int)mine, MPI_BYTE, r, tag + 1, MPI_COMM_WORLD, &requests[ranks + r]);
  missing = rm_settle(2 * ranks, requests, deadline, 0);
  if (!missing) free(requests);
  return rm_number(env, missing ? 1 + (missing - 1) % ranks : 0);
}
static napi_value rm_pass(napi_env env, napi_callback_info info, int sends) {
  napi_value given[3];
  size_t count = 3, length;
  char *at;
  int32_t other;
  double deadline;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || !rm_bytes(env, given[0], &at, &length) ||
      napi_get_value_int32(env, given[1], &other) != napi_ok || napi_get_value_double(env, given[2], &deadline) != napi_ok)
    return rm_throw(env, "no bytes to pass");
  for (size_t from = 0; from < length; from += piece) {
    int some = (int)(length - from < piece ? length - from : piece);
    MPI_Request request;
    if (sends) MPI_Isend(at + from, some, MPI_BYTE, other, tag + 2, MPI_COMM_WORLD, &request);
    else MPI_Irecv(at + from, some, MPI_BYTE, other, tag + 2, MPI_COMM_WORLD, &request);
    if (rm_settle(1, &request, deadline, 0)) return rm_number(env, 1 + other);
  }
  return rm_number(env, 0);
}
static napi_value rm_send(napi_env env, napi_callback_info info) { return rm_pass(env, info, 1); }
static napi_value rm_receive(napi_env env, napi_callback_info info) { return rm_pass(env, info, 0); }
static napi_value rm_begin(napi_env env, napi_callback_info info) {
  int level, rank, ranks, length = 0, begun = 0;
  static char text[MPI_MAX_LIBRARY_VERSION_STRING];
  napi_value made, value;
  (void)info;
  MPI_Initialized(&begun);
  if (!begun && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return rm_throw(env, "MPI_Init failed");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &rm_beside);
  MPI_Comm_free(&host);
  if (rm_beside > sysconf(_SC_NPROCESSORS_ONLN)) rm_most = few;
  MPI_Get_library_version(text, &length);
  napi_create_object(env, &made);
  napi_set_named_property(env, made, "rank", rm_number(env, rank));
  napi_set_named_property(env, made, "count", rm_number(env, ranks));
  napi_set_named_property(env, made, "beside", rm_number(env, rm_beside));
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
  napi_set_named_property(env, made, "carrier", value);
  return made;
}
/* Bytes that nobody has read yet: of a pipe, a socket or a terminal; -1 where the system does not tell. */
static int rm_unread(int file) {
  struct stat about;
  int bytes = 0;
  if (fstat(file, &about) != 0) return -1;
  if (S_ISREG(about.st_mode)) return 0;
#if defined(__linux__)
  return ioctl(file, S_ISFIFO(about.st_mode) ? FIONREAD : TIOCOUTQ, &bytes) == 0 ? bytes : -1;
#else
  return -1;
#endif
}
static napi_value rm_taken(napi_env env, napi_callback_info info) {
  napi_value given[1], made;
  size_t count = 1;
  double most = 0, began = rm_now();
  int unread;
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  napi_get_value_double(env, given[0], &most);
  while ((unread = rm_unread(STDERR_FILENO)) > 0 && rm_now() - began < most) {
    const struct timespec nap = {0, 1000000};
    nanosleep(&nap, NULL);
  }
  napi_get_boolean(env, unread == 0, &made);
  return made;
}
static napi_value rm_end(napi_env env, napi_callback_info info) {
  (void)env, (void)info;
  int ended = 0;
  MPI_Finalized(&ended);
  if (!ended) MPI_Finalize();
  return NULL;
}
static napi_value rm_abort(napi_env env, napi_callback_info info) {
  napi_value given[1];
  size_t count = 1;
  int32_t code = 2;
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  napi_get_value_int32(env, given[0], &code);
  MPI_Abort(MPI_COMM_WORLD, code);
  return NULL;
}
NAPI_MODULE_INIT() {
  static const struct { const char *name; napi_callback call; } all[] = {{"begin", rm_begin}, {"open", rm_open}, {"allGather", rm_all_gather}, {"send", rm_send}, {"receive", rm_receive}, {"isTaken", rm_taken}, {"end", rm_end}, {"abort", rm_abort}};
  napi_value made;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    napi_create_function(env, all[k].name, NAPI_AUTO_LENGTH, all[k].call, NULL, &made);
    napi_set_named_property(env, exports, all[k].name, made);
  }
#if defined(OPEN_MPI)
  napi_get_boolean(env, 1, &made);
#else
  napi_get_boolean(env, 0, &made);
#endif
  napi_set_named_property(env, exports, "isOpen", made);
  return exports;
}
`;
