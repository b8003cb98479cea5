// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.hpp"

namespace tali::lab {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point t) { return std::chrono::duration<double>(clock::now() - t).count(); }

/// The last line of a complete report.
constexpr const char* end_mark = "end";

std::string as_text(const std::vector<statistic>& all) {
  std::string text;
  for (const statistic& s : all) {
    char p[40];
    std::snprintf(p, sizeof p, "%a ", s.p);
    text += p + s.name + '\n';
  }
  return text + end_mark + '\n';
}

/// @param whole  whether the end mark was found
std::vector<statistic> from_text(const std::string& text, bool& whole) {
  std::vector<statistic> all;
  std::istringstream in(text);
  whole = false;
  for (std::string line; std::getline(in, line);) {
    if (line == end_mark) {
      whole = true;
      break;
    }
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) break;
    all.push_back({line.substr(space + 1), std::strtod(line.c_str(), nullptr)});
  }
  return all;
}

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(to, text.data() + at, text.size() - at);
    if (n < 0 && errno != EINTR) return;  // the parent detects the missing end mark
    if (n > 0) at += static_cast<std::size_t>(n);
  }
}

/// The child's part. The test's output is discarded. Processes that it starts are in its group and end with
/// it.
[[noreturn]] void be_child(const task& t, int to) {
  ::setpgid(0, 0);
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) std::signal(s, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
  try {
    write_all(to, as_text(t.run()));
    ::_exit(0);
  } catch (const std::exception& e) {
    std::string line = e.what();
    std::replace(line.begin(), line.end(), '\n', ' ');
    write_all(to, "! " + line + '\n');
    ::_exit(1);
  }
}

/// Ends the processes that a child has left: its group, which keeps the child's number until the child is
/// waited for.
void end_group(pid_t process) { ::kill(-process, SIGKILL); }

struct child {
  std::size_t number;
  pid_t process;
  int from;
  clock::time_point begin = clock::now();
  std::string text;
  bool killed = false;
};

child start(const task& t, std::size_t number) {
  const piped_child c = start_piped([&t](int to) { be_child(t, to); });
  ::setpgid(c.process, c.process);  // the child does this too, because either may run first
  return {number, c.process, c.from, clock::now(), {}};
}

/// @param c  has closed its pipe, so it has ended or was killed
outcome end_of(const child& c) {
  end_group(c.process);
  const int status = wait_for(c.process);
  ::close(c.from);
  outcome o;
  o.seconds = seconds_since(c.begin);
  bool whole = false;
  std::vector<statistic> found = from_text(c.text, whole);
  if (whole) {
    o.status = outcome::kind::finished;
    o.statistics = std::move(found);
    return o;
  }
  o.status = c.killed ? outcome::kind::out_of_time : outcome::kind::died;
  char text[64];
  if (c.killed) {
    std::snprintf(text, sizeof text, "not finished after %.0f s", o.seconds);
    o.reason = text;
  } else if (c.text.starts_with("! ")) {
    o.reason = c.text.substr(2, c.text.find('\n') - 2);
  } else if (WIFSIGNALED(status)) {
    o.reason = std::string("ended by signal ") + std::to_string(WTERMSIG(status)) + " (" +
               ::strsignal(WTERMSIG(status)) + ")";
  } else {
    o.reason = "ended without a result, exit code " + std::to_string(WEXITSTATUS(status));
  }
  return o;
}

/// The running processes; the destructor ends them.
class children {
 public:
  ~children() {
    for (const child& c : all) end_of(c);
  }
  std::vector<child> all;
};

}  // namespace

void run_tasks(const std::vector<task>& tasks, const limits& l,
               const std::function<void(std::size_t, const outcome&)>& done) {
  const clock::time_point begin = clock::now();
  const auto left = [&] { return l.seconds == 0 ? HUGE_VAL : l.seconds - seconds_since(begin); };
  std::vector<std::size_t> waiting(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) waiting[i] = i;
  children running;
  while (!waiting.empty() || !running.all.empty()) {
    // Begins the first task that may still end in time.
    while (running.all.size() < static_cast<std::size_t>(l.jobs)) {
      const auto next = std::find_if(waiting.begin(), waiting.end(), [&](std::size_t i) {
        return left() > 0 && tasks[i].expected_seconds < left();
      });
      if (next == waiting.end()) break;
      running.all.push_back(start(tasks[*next], *next));
      waiting.erase(next);
    }
    if (running.all.empty()) break;
    std::vector<pollfd> ends;
    for (const child& c : running.all) ends.push_back({c.from, POLLIN, 0});
    constexpr int tick = 200;  // milliseconds until a limit is noticed
    ::poll(ends.data(), static_cast<nfds_t>(ends.size()), tick);
    for (std::size_t k = running.all.size(); k-- > 0;) {
      child& c = running.all[k];
      const double seconds = seconds_since(c.begin);
      if (!c.killed && (left() <= 0 || (l.seconds_a_task > 0 && seconds > l.seconds_a_task))) {
        end_group(c.process);
        c.killed = true;
      }
      if (ends[k].revents == 0) continue;
      char piece[4096];
      const ssize_t n = ::read(c.from, piece, sizeof piece);
      if (n > 0) {
        c.text.append(piece, static_cast<std::size_t>(n));
      } else if (n == 0 || errno != EINTR) {
        const child ended = std::move(c);
        running.all.erase(running.all.begin() + static_cast<std::ptrdiff_t>(k));
        done(ended.number, end_of(ended));
      }
    }
  }
  for (const std::size_t i : waiting) {
    outcome o;
    o.reason = "not begun: the time was up";
    done(i, o);
  }
}

}  // namespace tali::lab
